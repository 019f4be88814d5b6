import { NodeApiError, type INodeParameters } from 'n8n-workflow';

import { CredentialsHelper } from '../support/editor/credentialsHelper';
import {
	byKey,
	each,
	failureOf,
	host,
	key,
	locator,
	nock,
	numbered,
	numberedAppointment,
	run,
	slowService,
	until,
} from './support';

describe('many items', () => {
	it('are returned in their order, paired with their input, and read in parallel', async () => {
		const seen = slowService();
		const { items } = await run('appointment:get', each, { items: numbered(100) });
		expect(items).toEqual(
			numbered(100).map((_, item) => ({ json: numberedAppointment(item), pairedItem: { item } })),
		);
		expect(seen.most).toBeGreaterThan(1);
		expect(seen.most).toBeLessThanOrEqual(128);
	});

	it('are read with the concurrency that is set', async () => {
		const seen = slowService();
		const parameters = { ...each, options: { concurrency: 3 } };
		await run('appointment:get', parameters, { items: numbered(40) });
		expect(seen.most).toBe(3);
	});
});

it('the credential is decrypted once, however many items there are', async () => {
	const reads = jest.spyOn(CredentialsHelper.prototype, 'getDecrypted');
	slowService();
	const { items } = await run('appointment:get', each, { items: numbered(30) });
	expect(items).toHaveLength(30);
	expect(reads).toHaveBeenCalledTimes(1);
	reads.mockRestore();
});

describe('items on the same appointment', () => {
	/** @param atOnce how many requests it waits for before it answers */
	function changed(method: 'PATCH' | 'POST' = 'PATCH', atOnce = 1) {
		const seen = { statuses: [] as unknown[], inFlight: 0, most: 0 };
		nock(host)
			.persist()
			.intercept(/./, method)
			.reply(async (_uri, body) => {
				const sent = body as { status?: string };
				seen.inFlight += 1;
				seen.most = Math.max(seen.most, seen.inFlight);
				await new Promise((resolve) => setTimeout(resolve, 15 - 3 * seen.statuses.length));
				await until(() => seen.most >= atOnce);
				seen.inFlight -= 1;
				seen.statuses.push(sent.status);
				return [200, method === 'POST' ? { ...sent, webhook_key: '1' } : {}];
			});
		return seen;
	}
	const sameLetters = { appointment: locator('={{ ["a", "A"][$itemIndex % 2] }}') };
	const order = ['PENDING', 'CONFIRMED', 'IN_PROGRESS', 'ATTENDED'];
	const items = order.map((status, index) => ({ status, key: `${' '.repeat(index)}${key}` }));

	it('are changed in their order, with spaces around the key too', async () => {
		const seen = changed();
		const parameters = { appointment: locator('={{ $json.key }}'), status: '={{ $json.status }}' };
		await run('appointment:updateStatus', parameters, { items });
		expect(seen).toMatchObject({ statuses: order, most: 1 });
	});

	it.each([
		['appointment:updateStatus', 'PATCH', { ...each, status: 'ATTENDED' }],
		['appointment:updateStatus', 'PATCH', { ...sameLetters, status: 'ATTENDED' }],
		['webhook:create', 'POST', { url: 'https://a.example/x', events: ['appointment.created'] }],
	] as const)(
		'are the only ones that wait: %s runs in parallel',
		async (name, method, parameters) => {
			const seen = changed(method, 2);
			await run(name, parameters as INodeParameters, { items: numbered(4) });
			expect(seen.most).toBeGreaterThan(1);
		},
	);

	it('wait without holding up any other', async () => {
		const sent: string[] = [];
		nock(host)
			.persist()
			.patch(/./)
			.reply(async (uri) => {
				sent.push(uri.split('/').at(-2)!);
				await until(() => sent.includes('b'));
				return [200, {}];
			});
		await run(
			'appointment:updateStatus',
			{
				appointment: locator('={{ $json.key }}'),
				status: 'ATTENDED',
				options: { concurrency: 2 },
			},
			{ items: ['a', 'a', 'a', 'b'].map((one) => ({ key: one })) },
		);
		expect(sent).toEqual(['a', 'b', 'a', 'a']);
	});

	it.each([
		['none of the others are changed', false, 2],
		['the others are changed if the node continues', true, 4],
	])('after one of them has failed, %s', async (_what, continueOnFail, expected) => {
		let sent = 0;
		nock(host)
			.persist()
			.patch(/appointments/)
			.reply(() => [++sent === 2 ? 409 : 200, {}]);
		const parameters = { ...byKey, status: '={{ $json.status }}' };
		const running = run('appointment:updateStatus', parameters, { items, continueOnFail });
		await running.catch(() => undefined);
		expect(sent).toBe(expected);
	});
});

// Error output, items that go on and stopped executions: test/n8n/actions/.
it('the error names the item that failed', async () => {
	slowService((number) => (number === 2 ? 404 : 200));
	const failure = await failureOf(run('appointment:get', each, { items: numbered(5) }));
	expect(failure).toBeInstanceOf(NodeApiError);
	expect(failure).toMatchObject({ httpCode: '404', context: { itemIndex: 2 } });
});

it('the error is that of the item that failed first, not of one that the end of the run stops', async () => {
	nock(host)
		.persist()
		.get(/./)
		.reply(async (uri) => {
			const isFirst = uri.includes('/0/');
			await new Promise((resolve) => setTimeout(resolve, isFirst ? 200 : 20));
			return [isFirst ? 400 : 404, {}];
		});
	const parameters = { appointment: locator('={{ $json.key }}') };
	const items = [{ key: '0' }, { key: '1' }];
	const failure = await failureOf(run('appointment:get', parameters, { items }));
	expect(failure).toMatchObject({ httpCode: '404', context: { itemIndex: 1 } });
});

it('every item reports an invalid credential if the node continues on failures', async () => {
	const options = { items: numbered(3), continueOnFail: true, credentials: { baseUrl: '' } };
	const { items } = await run('appointment:get', each, options);
	expect(items.map(({ json }) => json.error)).toEqual(Array(3).fill("'Base URL': it is empty"));
});

it('a canceled execution fails even if the node continues on failures', async () => {
	const options = { items: numbered(3), continueOnFail: true, abortSignal: AbortSignal.abort() };
	const failure = await failureOf(run('appointment:get', each, options));
	expect(failure.message).toBe('The execution was canceled');
});

it.each(['room:get', 'appointment:toString'])('refuses an unknown operation: %s', async (name) => {
	const failure = await failureOf(run(name as 'appointment:fly', byKey));
	expect(failure).toMatchObject({
		name: 'NodeOperationError',
		message: 'This operation does not exist',
	});
});

it('items that name an appointment by the same code in another case run one after another', async () => {
	const log: string[] = [];
	const found = { appointment_key: key, search_code: 'AP-1', status: 'PENDING' };
	nock(host)
		.persist()
		.get(/./)
		.reply(200, { results: [found] });
	nock(host)
		.persist()
		.patch(/./)
		.reply(async (_uri, body) => {
			const { status } = body as { status: string };
			log.push(`${status} begins`);
			await new Promise((resolve) => setTimeout(resolve, status === 'PENDING' ? 200 : 20));
			log.push(`${status} ends`);
			return [200, { ...found, status }];
		});
	const items = [
		{ code: 'AP-1', s: 'PENDING' },
		{ code: 'ap-1', s: 'CONFIRMED' },
	];
	await run(
		'appointment:updateStatus',
		{ appointment: locator('={{ $json.code }}', 'code'), status: '={{ $json.s }}' },
		{ items },
	);
	expect(log).toEqual(['PENDING begins', 'PENDING ends', 'CONFIRMED begins', 'CONFIRMED ends']);
});
