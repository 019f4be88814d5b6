import { pollingCase } from './pollingCase';

const scheduler = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
};
const cursors = { N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' };

test('each event starts one run with the durable scheduler, with and without cursors', async () => {
	// Poll times of one node that are due together run side by side, and each finds the same.
	const everySeconds = 30;
	await Promise.all([
		pollingCase(scheduler, everySeconds),
		pollingCase({ ...scheduler, ...cursors }, everySeconds),
	]);
}, 590_000);
