import { durable, pollingSuite } from '../n8n/support/pollingSuite';

describe('polls of n8n’s durable scheduler', () => {
	pollingSuite(durable, { savesEachPoll: false });
});
