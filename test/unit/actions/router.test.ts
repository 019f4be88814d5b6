import type { Service } from '../../stand-in';
import { service } from '../support/service';
import {
	asTool,
	byKey,
	credentialsOf,
	each,
	failureOf,
	host,
	locator,
	nock,
	numbered,
	numberedAppointment,
	run,
	slowService,
} from './support';

const byItem = { appointment: locator('={{ $json.key }}') };
const keysIn = (scheduling: Service, count: number) =>
	scheduling.seed(count, { status: 'CONFIRMED' }).map(({ appointment_key: key }) => ({ key }));
const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

describe('many items', () => {
	it('are returned in their order, paired with their input, and read in parallel', async () => {
		const seen = slowService();
		const { items } = await run('appointment:get', each, { items: numbered(100) });
		expect(items).toEqual(
			numbered(100).map((_, item) => ({ json: numberedAppointment(item), pairedItem: { item } })),
		);
		expect(seen.most).toBeGreaterThan(1);
		expect(seen.most).toBeLessThanOrEqual(64);
	});

	it('are changed one after another, in their order', async () => {
		const scheduling = await service({ latency: 10 });
		const items = keysIn(scheduling, 6);
		const parameters = { ...byItem, status: 'NO_SHOW' };
		await run('appointment:updateStatus', parameters, {
			items,
			credentials: credentialsOf(scheduling),
		});
		expect(scheduling.inFlight.max).toBe(1);
		expect(scheduling.requests.entries.map(({ path }) => path)).toEqual(
			items.map(({ key }) => `/api/v3/appointments/${key}/`),
		);
	});

	describe('of which one fails', () => {
		const change = async (continueOnFail: boolean) => {
			const scheduling = await service();
			const [first, ...others] = keysIn(scheduling, 3);
			const items = [first!, { key: 'unknown' }, ...others];
			const options = { items, continueOnFail, credentials: credentialsOf(scheduling) };
			const parameters = { ...byItem, status: 'NO_SHOW' };
			return { scheduling, running: run('appointment:updateStatus', parameters, options) };
		};

		it('are changed until then', async () => {
			const { scheduling, running } = await change(false);
			const failure = { httpCode: '404', context: { itemIndex: 1 } };
			expect(await failureOf(running)).toMatchObject(failure);
			expect(scheduling.requests.total).toBe(2);
		});

		it('are all changed but that one, if the node continues', async () => {
			const { running } = await change(true);
			const { items } = await running;
			expect(items.map(({ json }) => json.status ?? 'failed')).toEqual([
				...['NO_SHOW', 'failed', 'NO_SHOW', 'NO_SHOW'],
			]);
			expect(items[1]).toEqual({
				json: {
					error: expect.stringContaining('(404)') as string,
					details: { description: expect.any(String) as string, httpCode: '404' },
				},
				pairedItem: { item: 1 },
			});
		});
	});
});

describe('with a credential that n8n resolves for each item', () => {
	const credentials = {
		baseUrl: '={{ $json.baseUrl }}',
		accessToken: '={{ $json.token }}',
		timezone: '={{ $json.zone }}',
	};
	const clinics = async () =>
		await Promise.all(
			['America/Sao_Paulo', 'Europe/Madrid'].map(
				async (zone) => await service({ zone, token: `token-${zone.length}` }),
			),
		);
	const itemOf = <T extends object>({ baseUrl, token, zone }: Service, more: T) => ({
		baseUrl,
		token,
		zone: zone.name,
		...more,
	});

	it("each item reads and changes its own account's appointments", async () => {
		const all = await clinics();
		const items = all.flatMap((clinic) =>
			keysIn(clinic, 3).map((own) => itemOf(clinic, { ...own, start: '2031-05-06T09:00:00' })),
		);
		items.sort((a, b) => (a.key < b.key ? -1 : 1));
		const moved = await run(
			'appointment:reschedule',
			{ ...byItem, startDate: '={{ $json.start }}' },
			{ items, credentials },
		);
		expect(moved.items).toHaveLength(6);
		for (const clinic of all) {
			const starts = clinic.appointments.list().map(({ wall }) => wall);
			expect(new Set(starts)).toEqual(new Set(['2031-05-06T09:00:00']));
			const { entries } = clinic.requests;
			expect(entries.filter(({ status }) => status !== 200)).toEqual([]);
			expect(entries.filter(({ method }) => method === 'PATCH')).toHaveLength(3);
		}
	});

	it('an item whose credential is not usable fails alone', async () => {
		const [clinic] = await clinics();
		const [own] = keysIn(clinic!, 1);
		const items = [{ ...own }, itemOf(clinic!, own!)];
		const options = { items, credentials, continueOnFail: true };
		const [bad, good] = (await run('appointment:get', byItem, options)).items;
		expect(bad!.json.error).toMatch(/^'Base URL': /);
		expect(good!.json.appointment_key).toBe(own!.key);
	});
});

// Error output, items that go on and stopped executions: test/n8n/actions/.
describe('a failure', () => {
	it('is that of the item that failed first, and ends those that are under way', async () => {
		const scheduling = await service();
		const items = keysIn(scheduling, 1);
		const path = new RegExp(items[0]!.key);
		const held = scheduling.faults.add({ path, action: { kind: 'hold' } });
		const options = { items: [...items, { key: 'b' }], credentials: credentialsOf(scheduling) };
		// While nothing is known of the quota, one request asks.
		await run('appointment:getAll', {}, { credentials: credentialsOf(scheduling) });
		const failure = await failureOf(run('appointment:get', byItem, options));
		expect(failure).toMatchObject({ httpCode: '404', context: { itemIndex: 1 } });
		held.remove();
	});

	it('is the last thing that is sent: a failed request is not sent again afterwards', async () => {
		const scheduling = await service();
		const [good] = keysIn(scheduling, 1);
		await run('appointment:getAll', {}, { credentials: credentialsOf(scheduling) });
		const path = new RegExp(good!.key);
		scheduling.faults.add({ path, action: { kind: 'respond', status: 503, body: {} } });
		const items = [good!, { key: 'unknown' }, good!, good!];
		scheduling.requests.clear();
		const failure = await failureOf(
			run('appointment:get', byItem, { items, credentials: credentialsOf(scheduling) }),
		);
		expect(failure).toMatchObject({ httpCode: '404' });
		const { total } = scheduling.requests;
		await sleep(1_500);
		expect(scheduling.requests.total).toBe(total);
	});
});

describe('a canceled execution', () => {
	it('fails even if the node continues on failures', async () => {
		const options = { items: numbered(3), continueOnFail: true, abortSignal: AbortSignal.abort() };
		const failure = await failureOf(run('appointment:get', each, options));
		expect(failure.message).toBe('The execution was canceled');
	});

	it.each([
		['appointment:get', 'hold'],
		['appointment:updateStatus', 'hold'],
		['appointment:get', 'reset'],
		['appointment:updateStatus', 'answerLost'],
	] as const)(
		'ends %s within half a second, and nothing is sent after it (%s)',
		async (name, kind) => {
			const scheduling = await service();
			const items = keysIn(scheduling, 40);
			const fault = scheduling.faults.add({ action: { kind } });
			const canceling = new AbortController();
			const running = failureOf(
				run(
					name,
					{ ...byItem, status: 'NO_SHOW' },
					{
						items,
						continueOnFail: true,
						credentials: credentialsOf(scheduling),
						abortSignal: canceling.signal,
					},
				),
			);
			await sleep(700);
			const at = performance.now();
			canceling.abort();
			expect((await running).message).toBe('The execution was canceled');
			// Half a second, on a busy machine.
			expect(performance.now() - at).toBeLessThan(900);
			const { total } = scheduling.requests;
			expect(total).toBeGreaterThan(0);
			await sleep(1_200);
			expect(scheduling.requests.total).toBe(total);
			fault.remove();
		},
	);
});

it('an item of a tool that fails has no empty description', async () => {
	nock(host).get(/./).reply(404);
	const { items } = await run('appointment:get', byKey, { ...asTool, continueOnFail: true });
	expect(items[0]?.json).toEqual({
		error: expect.stringContaining('(404)') as string,
		details: { httpCode: '404' },
	});
});

it.each(['room:get', 'appointment:toString'])('refuses an unknown operation: %s', async (name) => {
	const failure = await failureOf(run(name as 'appointment:fly', byKey));
	expect(failure).toMatchObject({
		name: 'NodeOperationError',
		message: 'This operation does not exist',
	});
});

it('webhooks are refused in a tool, however they were chosen', async () => {
	const failure = await failureOf(run('webhook:getAll', {}, asTool));
	expect(failure.message).toBe('This operation does not exist');
});
