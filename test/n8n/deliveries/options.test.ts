import type { INodeParameters } from 'n8n-workflow';
import { useBench } from '../support/bench';
import { locator } from '../support/dialects';
import { activeTrigger, clearTriggers, expectRuns } from '../support/events';

const bench = useBench({ deliveries: { schedule: [200, 400, 800, 1600] } });
afterEach(clearTriggers);

const created = ['appointment.created'];
const updated = ['appointment.updated'];
const start = async (options: INodeParameters, events = created) =>
	await activeTrigger(bench, { events, options });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('kinds that were not asked for are received without a run, further kinds can be asked for', async () => {
	const workflow = await activeTrigger(bench, {
		events: created,
		additionalEvents: 'appointment.attended',
	});
	const send = async (event: string) =>
		await bench.service.deliveries.send(workflow.url(), {
			event,
			timestamp: '2026-11-21T10:00:00Z',
			data: { appointment_key: 'key' },
		});

	expect((await send('appointment.updated')).status).toBe(200);
	expect((await send('appointment.attended')).status).toBe(200);

	await expectRuns(bench, workflow, 1);
	expect(await workflow.received()).toMatchObject([{ event: 'appointment.attended' }]);
});

test('calendar and status filters let through what matches, and what does not tell', async () => {
	const { service } = bench;
	const [one, two] = service.seed(2);
	const calendar = locator(one!.calendar.calendar_key);
	const workflow = await start({ calendar, status: ['CONFIRMED', 'PENDING'] });
	const send = async (appointment_key: string, data: object) =>
		await service.deliveries.send(workflow.url(), {
			event: 'appointment.created',
			timestamp: '2026-11-21T10:00:00Z',
			data: { appointment_key, ...data },
		});

	const own = { calendar_key: one!.calendar.calendar_key };
	const other = { calendar_key: two!.calendar.calendar_key };
	const answers = [
		await send('matches', { calendar: own, status: 'PENDING' }),
		await send('other calendar', { calendar: other, status: 'PENDING' }),
		await send('other status', { calendar: own, status: 'CANCELED' }),
		await send('tells nothing', {}),
	];

	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
	await expectRuns(bench, workflow, 2);
	expect(await workflow.received()).toMatchObject([
		{ data: { appointment_key: 'matches' } },
		{ data: { appointment_key: 'tells nothing' } },
	]);
});

describe('verify: refetch', () => {
	test('replaces the data by what the API answers, and refuses what it does not know', async () => {
		const { service } = bench;
		const workflow = await start({ verify: 'refetch' });
		const [real] = service.seed(1);
		const send = async (appointment_key: string) =>
			await service.deliveries.send(workflow.url(), {
				event: 'appointment.created',
				timestamp: '2026-11-21T10:00:00Z',
				data: { appointment_key, status: 'FORGED' },
			});

		const forged = await send('11111111-2222-4333-8444-555555555555');
		expect((await send('../webhooks')).status).toBe(200);
		const { status, body } = await send(real!.appointment_key);
		expect([forged.status, forged.body]).toEqual([status, body]);

		await expectRuns(bench, workflow, 1);
		expect(await workflow.received()).toMatchObject([{ data: service.shown(real!) }]);
	});

	test('answers 503 while the API is down, and the redelivery runs', async () => {
		const { service } = bench;
		const workflow = await start({ verify: 'refetch' });
		service.faults.add({
			method: 'GET',
			times: 2,
			action: { kind: 'respond', status: 503, headers: { 'retry-after': '0' } },
		});

		const { appointment_key } = service.book();

		await expectRuns(bench, workflow, 1);
		const [delivery] = service.deliveries.of(appointment_key);
		expect(delivery!.attempts.map(({ status }) => status)).toEqual([503, 200]);
	});

	test('answers 503 in time if the API asks to wait a minute, and the redelivery runs', async () => {
		const { service } = bench;
		const workflow = await start({ verify: 'refetch' });
		// A sender that waits longer than the trigger may take, and less than the API asks for.
		service.deliveries.options.timeout = 30_000;
		const headers = { 'retry-after': '60' };
		service.faults.add({
			method: 'GET',
			times: 1,
			action: { kind: 'respond', status: 429, headers },
		});

		const { appointment_key } = service.book();

		await expectRuns(bench, workflow, 1);
		const [delivery] = service.deliveries.of(appointment_key);
		expect(delivery!.attempts.map(({ status }) => status)).toEqual([503, 200]);
	}, 90_000);

	test('filters by what the API tells, not by what was delivered', async () => {
		const { service } = bench;
		const workflow = await start({ verify: 'refetch', status: ['PENDING'] }, updated);
		const { appointment_key } = service.book({ status: 'CONFIRMED' });
		const send = async (second: number) =>
			await service.deliveries.send(workflow.url(), {
				event: 'appointment.updated',
				timestamp: `2026-11-21T10:00:0${second}Z`,
				data: { appointment_key, status: 'PENDING' },
			});

		await send(1);
		service.appointments.update(appointment_key, { status: 'PENDING' });
		await send(2);

		await expectRuns(bench, workflow, 1);
		expect(await workflow.received()).toMatchObject([{ timestamp: '2026-11-21T10:00:02Z' }]);
	});
});

test('urlSecret: only the registered URL runs, also after a restart; the answer tells nothing', async () => {
	const { service, n8n } = bench;
	const workflow = await start({ urlSecret: true });
	const url = workflow.url();
	expect(new URL(url).searchParams.get('secret')).toMatch(/^[\w-]{32}$/);
	const body = {
		event: 'appointment.created',
		timestamp: '2026-11-21T10:00:00Z',
		data: { appointment_key: 'key' },
	};
	const refused = async () => {
		for (const query of ['', '?secret=', '?secret=wrong', '?secret=a&secret=b', '?secret[a]=b']) {
			for (const sent of [body, { not: 'a notification' }]) {
				const answer = await service.deliveries.send(`${url.split('?')[0]}${query}`, sent);
				expect([answer.status, answer.body]).toEqual([404, '{"message":"Not found"}']);
			}
		}
	};

	await refused();
	await n8n.restart();
	await refused();
	expect(workflow.url()).toBe(url);
	expect(service.webhooks.list()).toHaveLength(1);
	expect((await service.deliveries.send(url, body)).status).toBe(200);

	await expectRuns(bench, workflow, 1);
	expect(JSON.stringify(await workflow.executions())).not.toContain(url.split('secret=')[1]);
});

test('what changed: deliveries carry the former state, and updates without a chosen change do not run', async () => {
	const { service } = bench;
	const workflow = await start({ onlyWhenChanged: ['start'] }, [...created, ...updated]);
	const { appointment_key } = service.book({ start_date: inDays(2), status: 'CONFIRMED' });
	await service.deliveries.settled();
	await workflow.runs(1);
	service.updateStatus(appointment_key, 'PENDING');
	await service.deliveries.settled();
	service.reschedule(appointment_key, inDays(4));
	await service.deliveries.settled();
	await workflow.runs(2);
	const [first, changed] = await workflow.received();
	expect(first).not.toHaveProperty('previous');
	expect(changed).toMatchObject({ event: 'appointment.updated', previous: { status: 'PENDING' } });
	expect(await workflow.executions()).toHaveLength(2);
});
