import { pollingCase } from './pollingCase';

test('bookings, moves and reminders start one run each, over a stop and a kill of n8n', async () => {
	await pollingCase({});
}, 590_000);
