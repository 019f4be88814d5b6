import type { INodeParameters } from 'n8n-workflow';
import { useSharedN8n } from '../support/bench';
import { locator } from '../support/actions';
import { activeTrigger, clearTriggers, expectRuns, notificationOf } from '../support/events';

// Every option: test/unit/webhookTrigger.
const bench = useSharedN8n({ deliveries: { schedule: [200, 400, 800, 1600] } });
afterEach(clearTriggers);

const start = async (options: INodeParameters) => {
	const workflow = await activeTrigger(bench, { events: ['appointment.created'], options });
	const url = workflow.url();
	return {
		...workflow,
		send: async (key: string, more: object = {}, to = url) =>
			await bench.service.deliveries.send(to, notificationOf(key, more)),
	};
};

test('only selected kinds run, and calendar and status filters let through what matches or is unknown', async () => {
	const [one, two] = bench.service.seed(2);
	const own = { calendar_key: one!.calendar.calendar_key };
	const other = { calendar_key: two!.calendar.calendar_key };
	const calendar = locator(own.calendar_key);
	const workflow = await start({ calendar, status: ['CONFIRMED', 'PENDING'] });
	const sent = {
		matches: { calendar: own, status: 'PENDING' },
		'other calendar': { calendar: other, status: 'PENDING' },
		'other status': { calendar: own, status: 'CANCELED' },
		unknown: {},
	};

	for (const [appointment_key, data] of Object.entries(sent)) {
		const { status } = await workflow.send('', { data: { appointment_key, ...data } });
		expect(status).toBe(200);
	}
	expect((await workflow.send('key', { event: 'appointment.updated' })).status).toBe(200);

	await expectRuns(bench, workflow, 2);
	expect(await workflow.received()).toMatchObject([
		{ data: { appointment_key: 'matches' } },
		{ data: { appointment_key: 'unknown' } },
	]);
});

describe('Verify', () => {
	test('replaces the data by what the API answers, and refuses what it does not know', async () => {
		const workflow = await start({ verify: 'refetch' });
		const [real] = bench.service.seed(1);

		const forged = await workflow.send('11111111-2222-4333-8444-555555555555');
		const { status, body } = await workflow.send(real!.appointment_key);
		// The same response, so that nobody can find out keys.
		expect([forged.status, forged.body]).toEqual([status, body]);

		await expectRuns(bench, workflow, 1);
		expect(await workflow.received()).toMatchObject([{ data: bench.service.shown(real!) }]);
	});

	test('filters by what the API tells, not by what was delivered', async () => {
		const { service } = bench;
		const workflow = await start({ verify: 'refetch', status: ['PENDING'] });
		const [confirmed, pending] = (['CONFIRMED', 'PENDING'] as const).map(
			(status) => service.seed(1, { status })[0]!.appointment_key,
		);

		for (const appointment_key of [confirmed, pending]) {
			await workflow.send('', { data: { appointment_key, status: 'ATTENDED' } });
		}

		await expectRuns(bench, workflow, 1);
		expect(await workflow.received()).toMatchObject([{ data: { appointment_key: pending } }]);
	});

	test('answers 503 in time while the API asks to wait a minute, and the redelivery runs', async () => {
		const { service } = bench;
		const workflow = await start({ verify: 'refetch' });
		// A sender that waits longer than the trigger may take, and less than the API asks for.
		service.deliveries.options.timeout = 30_000;
		const headers = { 'retry-after': '60' };
		const action = { kind: 'respond', status: 429, headers } as const;
		service.faults.add({ method: 'GET', times: 1, action });

		const { appointment_key } = service.book();

		await expectRuns(bench, workflow, 1);
		const [delivery] = service.deliveries.of(appointment_key);
		expect(delivery!.attempts.map((attempt) => attempt.status)).toEqual([503, 200]);
	}, 90_000);
});

test('without de-duplication, and of changes without a timestamp, every delivery runs', async () => {
	const workflow = await start({ deduplicate: false });
	for (let time = 0; time < 2; time += 1) await workflow.send('key');
	await expectRuns(bench, workflow, 2);
	await workflow.save({ events: ['appointment.updated'] });

	const change = { event: 'appointment.updated', timestamp: undefined };
	for (let time = 0; time < 2; time += 1) await workflow.send('key', change);
	for (let time = 0; time < 2; time += 1) await workflow.send('key', { ...change, data: null });

	await expectRuns(bench, workflow, 6);
});

test('URL Secret: only the registered URL runs, and the answer tells nothing', async () => {
	const { deliveries } = bench.service;
	const workflow = await start({ urlSecret: true });
	const [path, secret] = workflow.url().split('?secret=') as [string, string];

	for (const query of ['', '?secret=wrong', '?secret=a&secret=b', '?secret[a]=b']) {
		for (const sent of [notificationOf('key'), { not: 'a notification' }]) {
			const answer = await deliveries.send(path + query, sent);
			expect([answer.status, answer.body]).toEqual([404, '{"message":"Not found"}']);
		}
	}
	expect((await workflow.send('key')).status).toBe(200);

	await expectRuns(bench, workflow, 1);
	expect(JSON.stringify(await workflow.executions())).not.toContain(secret);
});
