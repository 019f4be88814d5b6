import { durable } from '../support/durable';
import { pollingSuite } from '../support/pollingSuite';

describe('polls of n8n’s durable scheduler', () => {
	pollingSuite(durable, { savesEachPoll: false });
});
