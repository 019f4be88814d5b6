import { NodeApiError } from 'n8n-workflow';

import { CredentialsHelper } from '../support/credentialsHelper';
import { byKey, failureOf, host, key, locator, nock, numbered, run, runInEngine } from './support';

const each = { appointment: locator('={{ "k" + $json.number }}') };
const path = /^\/api\/v3\/appointments\/k(\d+)\/$/;
const numberIn = (uri: string) => Number(path.exec(uri)?.[1]);

/** Answers every appointment after a while of its own, and counts the requests in flight. */
function slowService(status: (number: number) => number = () => 200) {
	const seen = { requests: [] as number[], inFlight: 0, most: 0 };
	nock(host)
		.persist()
		.get(path)
		.reply(async (uri) => {
			const number = numberIn(uri);
			seen.requests.push(number);
			seen.inFlight += 1;
			seen.most = Math.max(seen.most, seen.inFlight);
			await new Promise((resolve) => setTimeout(resolve, (number * 7) % 20));
			seen.inFlight -= 1;
			const code = status(number);
			return [code, code === 200 ? { number } : { detail: `No ${number}.` }];
		});
	return seen;
}

describe('many items', () => {
	it('come out in their order, each paired with its item, in flight as many as the node finds', async () => {
		const seen = slowService();
		const { items } = await run('appointment:get', each, { items: numbered(100) });
		expect(items).toEqual(numbered(100).map((json, item) => ({ json, pairedItem: { item } })));
		expect(seen.most).toBeGreaterThanOrEqual(16);
		expect(seen.most).toBeLessThanOrEqual(128);
	});

	it.each([1, 3, 16])('keep to a concurrency of %i', async (concurrency) => {
		const seen = slowService();
		const parameters = { ...each, options: { concurrency } };
		const { items } = await run('appointment:get', parameters, { items: numbered(40) });
		expect(items.map(({ json }) => json.number)).toEqual(numbered(40).map(({ number }) => number));
		expect(seen.most).toBe(concurrency);
	});

	it('make many of each: a list per item, paired with it', async () => {
		nock(host)
			.persist()
			.get('/api/v3/appointments/')
			.query(true)
			.reply((uri) => {
				const name = new URL(uri, host).searchParams.get('name');
				return [200, { results: [{ of: name }, { also: name }] }];
			});
		const parameters = { filters: { name: '={{ "n" + $json.number }}' } };
		const { items } = await run('appointment:getAll', parameters, { items: numbered(3) });
		expect(items.map(({ json, pairedItem }) => [Object.values(json)[0], pairedItem])).toEqual(
			['n0', 'n0', 'n1', 'n1', 'n2', 'n2'].map((name, index) => [
				name,
				{ item: Math.floor(index / 2) },
			]),
		);
	});

	it('of none make none', async () => {
		expect((await run('appointment:get', each, { items: [] })).items).toEqual([]);
	});
});

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

it('the credential is read and decrypted once, however many items there are', async () => {
	const reads = jest.spyOn(CredentialsHelper.prototype, 'getDecrypted');
	slowService();
	const { items } = await run('appointment:get', each, { items: numbered(30) });
	expect(items).toHaveLength(30);
	expect(reads).toHaveBeenCalledTimes(1);
	reads.mockRestore();
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

describe('items on the same appointment', () => {
	function patched() {
		const seen = { statuses: [] as string[], inFlight: 0, most: 0 };
		nock(host)
			.persist()
			.patch(/appointments/)
			.reply(async (_uri, body) => {
				seen.inFlight += 1;
				seen.most = Math.max(seen.most, seen.inFlight);
				await new Promise((resolve) => setTimeout(resolve, 15 - 3 * seen.statuses.length));
				seen.inFlight -= 1;
				seen.statuses.push((body as { status: string }).status);
				return [200, {}];
			});
		return seen;
	}
	const order = ['PENDING', 'CONFIRMED', 'IN_PROGRESS', 'ATTENDED'];
	const items = order.map((status, index) => ({ status, key: `${' '.repeat(index)}${key}` }));

	it.each([
		['written alike', key],
		['written with spaces', '={{ $json.key }}'],
	])('keep their order (%s)', async (_how, given) => {
		const seen = patched();
		const parameters = { appointment: locator(given), status: '={{ $json.status }}' };
		await run('appointment:updateStatus', parameters, { items });
		expect(seen).toMatchObject({ statuses: order, most: 1 });
	});

	it('do not go on after one of them has failed', async () => {
		let sent = 0;
		nock(host)
			.persist()
			.patch(/appointments/)
			.reply(() => [++sent === 2 ? 409 : 200, {}]);
		await failureOf(
			run('appointment:updateStatus', { ...byKey, status: '={{ $json.status }}' }, { items }),
		);
		expect(sent).toBe(2);
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

it.each(['appointment:fly', 'room:get', 'appointment:toString', 'constructor:name'])(
	'an operation that is not known (%s) is refused',
	async (name) => {
		const failure = await failureOf(run(name as 'appointment:fly', byKey));
		expect(failure).toMatchObject({
			name: 'NodeOperationError',
			message: 'This operation does not exist',
		});
	},
);
