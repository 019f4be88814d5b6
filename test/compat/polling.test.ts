import { pollingCase } from './pollingCase';

test('each booking, move and reminder starts one run over a stop and a kill of n8n', async () => {
	await pollingCase({});
}, 590_000);
