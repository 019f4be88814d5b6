import type { INodeParameters } from 'n8n-workflow';
import { useSharedN8n } from '../support/bench';
import { locator } from '../support/dialects';
import { activeTrigger, clearTriggers, expectRuns, notificationOf } from '../support/events';

const bench = useSharedN8n({ deliveries: { schedule: [200, 400, 800, 1600] } });
afterEach(clearTriggers);

const created = ['appointment.created'];
const start = async (options: INodeParameters, more: INodeParameters = {}) => {
	const workflow = await activeTrigger(bench, { events: created, options, ...more });
	const url = workflow.url();
	return {
		...workflow,
		send: async (key: string, more: object = {}, to = url) =>
			await bench.service.deliveries.send(to, notificationOf(key, more)),
	};
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('kinds that were not asked for are received without a run, further kinds can be asked for', async () => {
	const workflow = await start({}, { additionalEvents: 'appointment.attended' });

	for (const event of ['appointment.updated', 'appointment.attended']) {
		expect((await workflow.send('key', { event })).status).toBe(200);
	}

	await expectRuns(bench, workflow, 1);
	expect(await workflow.received()).toMatchObject([{ event: 'appointment.attended' }]);
});

test('calendar and status filters let through what matches, and what does not tell', async () => {
	const [one, two] = bench.service.seed(2);
	const own = { calendar_key: one!.calendar.calendar_key };
	const other = { calendar_key: two!.calendar.calendar_key };
	const workflow = await start({
		calendar: locator(own.calendar_key),
		status: ['CONFIRMED', 'PENDING'],
	});
	const sent = {
		matches: { calendar: own, status: 'PENDING' },
		'other calendar': { calendar: other, status: 'PENDING' },
		'other status': { calendar: own, status: 'CANCELED' },
		'tells nothing': {},
	};

	for (const [appointment_key, data] of Object.entries(sent)) {
		const { status } = await workflow.send('', { data: { appointment_key, ...data } });
		expect(status).toBe(200);
	}

	await expectRuns(bench, workflow, 2);
	expect(await workflow.received()).toMatchObject([
		{ data: { appointment_key: 'matches' } },
		{ data: { appointment_key: 'tells nothing' } },
	]);
});

describe('Verify', () => {
	test('replaces the data by what the API answers, and refuses what it does not know', async () => {
		const workflow = await start({ verify: 'refetch' });
		const [real] = bench.service.seed(1);

		const forged = await workflow.send('11111111-2222-4333-8444-555555555555');
		expect((await workflow.send('../webhooks')).status).toBe(200);
		const { status, body } = await workflow.send(real!.appointment_key);
		// The same response, so that nobody can find out keys.
		expect([forged.status, forged.body]).toEqual([status, body]);

		await expectRuns(bench, workflow, 1);
		expect(await workflow.received()).toMatchObject([{ data: bench.service.shown(real!) }]);
	});

	test.each([
		['is down', { times: 2, status: 503, after: '0' }],
		['asks to wait a minute', { times: 1, status: 429, after: '60' }],
	])(
		'answers 503 in time while the API %s, and the redelivery runs',
		async (_, refusal) => {
			const { service } = bench;
			const workflow = await start({ verify: 'refetch' });
			// A sender that waits longer than the trigger may take, and less than the API asks for.
			service.deliveries.options.timeout = 30_000;
			const { times, status, after } = refusal;
			const headers = { 'retry-after': after };
			service.faults.add({ method: 'GET', times, action: { kind: 'respond', status, headers } });

			const { appointment_key } = service.book();

			await expectRuns(bench, workflow, 1);
			const [delivery] = service.deliveries.of(appointment_key);
			expect(delivery!.attempts.map((attempt) => attempt.status)).toEqual([503, 200]);
		},
		90_000,
	);

	test('filters by what the API tells, not by what was delivered', async () => {
		const { service } = bench;
		const event = 'appointment.updated';
		const workflow = await start({ verify: 'refetch', status: ['PENDING'] }, { events: [event] });
		const { appointment_key } = service.book({ status: 'CONFIRMED' });
		const data = { appointment_key, status: 'PENDING' };

		await workflow.send('', { event, data, timestamp: '2026-11-21T10:00:01Z' });
		service.appointments.update(appointment_key, { status: 'PENDING' });
		await workflow.send('', { event, data, timestamp: '2026-11-21T10:00:02Z' });

		await expectRuns(bench, workflow, 1);
		expect(await workflow.received()).toMatchObject([{ timestamp: '2026-11-21T10:00:02Z' }]);
	});
});

test('URL Secret: only the registered URL runs, and the answer tells nothing', async () => {
	const { deliveries } = bench.service;
	const workflow = await start({ urlSecret: true });
	const [path, secret] = workflow.url().split('?secret=') as [string, string];
	expect(secret).toMatch(/^[\w-]{32}$/);

	for (const query of ['', '?secret=', '?secret=wrong', '?secret=a&secret=b', '?secret[a]=b']) {
		for (const sent of [notificationOf('key'), { not: 'a notification' }]) {
			const answer = await deliveries.send(path + query, sent);
			expect([answer.status, answer.body]).toEqual([404, '{"message":"Not found"}']);
		}
	}
	expect((await workflow.send('key')).status).toBe(200);

	await expectRuns(bench, workflow, 1);
	expect(JSON.stringify(await workflow.executions())).not.toContain(secret);
});

test('what changed: deliveries carry the former state, and updates without a chosen change do not run', async () => {
	const { service } = bench;
	const events = ['appointment.created', 'appointment.updated'];
	const workflow = await start({ onlyWhenChanged: ['start'] }, { events });
	const { appointment_key } = service.book({ start_date: inDays(2), status: 'CONFIRMED' });
	await service.deliveries.settled();
	await workflow.runs(1);
	service.updateStatus(appointment_key, 'PENDING');
	await service.deliveries.settled();
	service.reschedule(appointment_key, inDays(4));

	await expectRuns(bench, workflow, 2);
	const [first, changed] = await workflow.received();
	expect(first).not.toHaveProperty('previous');
	expect(changed).toMatchObject({ event: 'appointment.updated', previous: { status: 'PENDING' } });
});
