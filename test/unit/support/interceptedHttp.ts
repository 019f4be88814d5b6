import nock from 'nock';

/**
 * nock for a test file: requests reach nothing but this machine, where stand-ins are, and one that was
 * announced but never made fails its test.
 */
beforeEach(() => {
	nock.disableNetConnect();
	nock.enableNetConnect('127.0.0.1');
});

afterEach(() => {
	const pending = nock.pendingMocks();
	nock.abortPendingRequests();
	nock.cleanAll();
	nock.enableNetConnect();
	expect(pending).toEqual([]);
});

afterAll(() => nock.restore());

export { nock };
