import { NodeApiError } from 'n8n-workflow';

import { each, failureOf, numbered, run, slowService } from './support';

// Error output and stopped executions: test/n8n/actions.
describe('an item that fails', () => {
	const failing = (number: number) => (number % 3 === 1 ? 404 : 200);

	it('is named in the error', async () => {
		slowService((number) => (number === 2 ? 404 : 200));
		const failure = await failureOf(run('appointment:get', each, { items: numbered(5) }));
		expect(failure).toBeInstanceOf(NodeApiError);
		expect(failure).toMatchObject({ httpCode: '404', context: { itemIndex: 2 } });
	});

	it('is marked and the others are returned if the node continues', async () => {
		slowService(failing);
		const { items } = await run('appointment:get', each, {
			items: numbered(7),
			continueOnFail: true,
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			numbered(7).map((_, item) => ({ item })),
		);
		expect(items.map(({ json }) => ('error' in json ? 'error' : json.number))).toEqual([
			0,
			'error',
			2,
			3,
			'error',
			5,
			6,
		]);
		expect(items[1]?.json).toEqual({
			error: 'The service does not know this address or key (404): No 1.',
			details: { description: expect.stringContaining('Base URL'), httpCode: '404' },
		});
	});
});

it('every item reports a refused token if the node continues on failures', async () => {
	const seen = slowService(() => 401);
	const { items } = await run('appointment:get', each, {
		items: numbered(40),
		continueOnFail: true,
	});
	expect(items.every(({ json }) => 'error' in json)).toBe(true);
	expect(seen.requests).toHaveLength(40);
});

it('a canceled execution fails even if the node continues on failures', async () => {
	const options = { items: numbered(3), continueOnFail: true, abortSignal: AbortSignal.abort() };
	const failure = await failureOf(run('appointment:get', each, options));
	expect(failure.message).toBe('The execution was canceled');
});
