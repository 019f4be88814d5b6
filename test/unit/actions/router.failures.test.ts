import { NodeApiError } from 'n8n-workflow';

import { each, failureOf, numbered, run, runInEngine, slowService } from './support';

describe('an item that fails', () => {
	const failing = (number: number) => (number % 3 === 1 ? 404 : 200);

	it('fails the node, by its number', async () => {
		slowService((number) => (number === 2 ? 404 : 200));
		const failure = await failureOf(run('appointment:get', each, { items: numbered(5) }));
		expect(failure).toBeInstanceOf(NodeApiError);
		expect(failure).toMatchObject({ httpCode: '404', context: { itemIndex: 2 } });
	});

	it('is marked and the rest is kept, when the node goes on', async () => {
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

	it('goes to the error output, when the node has one', async () => {
		slowService(failing);
		const { outputs } = await runInEngine('appointment:get', each, {
			items: numbered(4),
			node: { onError: 'continueErrorOutput' },
		});
		expect(outputs[0]?.map(({ json }) => json.number)).toEqual([0, 2, 3]);
		expect(outputs[1]).toMatchObject([
			{ json: { number: 1, error: expect.stringContaining('404') } },
		]);
	});

	it('fails the execution in the engine, with the item and the way out', async () => {
		slowService(failing);
		const { status, error } = await runInEngine('appointment:get', each, { items: numbered(4) });
		expect(status).toBe('error');
		expect(error).toMatchObject({
			name: 'NodeApiError',
			description: expect.stringContaining('Base URL'),
			context: { itemIndex: 1 },
		});
	});
});

describe('a hopeless case', () => {
	it.each([401, 403])('of %i on the first of thousands stops the rest at once', async (status) => {
		const seen = slowService(() => status);
		const failure = await failureOf(run('appointment:get', each, { items: numbered(3000) }));
		expect(failure).toMatchObject({ httpCode: String(status), context: { itemIndex: 0 } });
		expect(seen.requests.length).toBeLessThanOrEqual(16);
	});

	it('is met by every item when the node goes on', async () => {
		const seen = slowService(() => 401);
		const { items } = await run('appointment:get', each, {
			items: numbered(40),
			continueOnFail: true,
		});
		expect(items.every(({ json }) => 'error' in json)).toBe(true);
		expect(seen.requests).toHaveLength(40);
	});
});

it('an execution that is cancelled sends nothing more', async () => {
	const abort = new AbortController();
	const seen = slowService((number) => {
		if (number === 5) abort.abort();
		return 200;
	});
	const running = run('appointment:get', each, { items: numbered(500), abortSignal: abort.signal });
	expect((await failureOf(running)).message).toBe('The execution was canceled');
	expect(seen.requests.length).toBeLessThan(60);
});

it('a cancelled execution fails even if the node would go on', async () => {
	const options = { items: numbered(3), continueOnFail: true, abortSignal: AbortSignal.abort() };
	const failure = await failureOf(run('appointment:get', each, options));
	expect(failure.message).toBe('The execution was canceled');
});
