import { playAll } from './play';

const { HISTORIES = '500' } = process.env;

test('no change is lost, nothing runs without a reason, whatever happens to the service and n8n', async () => {
	await playAll(Number(HISTORIES), 30);
}, 600_000);
