import { durable, pollingSuite, pollingThroughFailures } from '../n8n/support/pollingSuite';

describe('polls of n8n’s durable scheduler', () => {
	pollingThroughFailures(pollingSuite(durable), { savesEachPoll: false });
});

describe('polls of n8n’s durable scheduler, with cursors', () => {
	const env = { ...durable, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' };
	pollingThroughFailures(pollingSuite(env), { savesEachPoll: true });
});
