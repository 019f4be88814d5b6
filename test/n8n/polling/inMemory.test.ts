import { pollingSuite, pollingThroughFailures } from '../support/pollingSuite';

describe('polls scheduled in the memory of n8n', () => {
	pollingThroughFailures(pollingSuite({}), { savesEachPoll: false });
});
