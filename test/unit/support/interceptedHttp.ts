import nock from 'nock';

/** nock for a test file: no request leaves, and one that was announced but never made fails its test. */
beforeEach(() => nock.disableNetConnect());

afterEach(() => {
	const pending = nock.pendingMocks();
	nock.abortPendingRequests();
	nock.cleanAll();
	nock.enableNetConnect();
	expect(pending).toEqual([]);
});

afterAll(() => nock.restore());

export { nock };
