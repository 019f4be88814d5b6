import { durable } from '../n8n/support/durable';
import { pollingSuite } from '../n8n/support/pollingSuite';

describe('polls of n8n’s durable scheduler', () => {
	pollingSuite(durable, { savesEachPoll: false });
});

describe('polls of n8n’s durable scheduler, with cursors', () => {
	const cursors = { N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' };
	pollingSuite({ ...durable, ...cursors }, { savesEachPoll: true });
});
