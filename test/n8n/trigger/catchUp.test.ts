import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startService, type Service, type ServiceOptions } from '../../stand-in';
import { credentialOf, useBench, type Bench } from '../support/bench';
import { activeTrigger, clearTriggers, eventually, type EventWorkflow } from '../support/events';

const [CREATED, UPDATED, CANCELED] = [
	'appointment.created',
	'appointment.updated',
	'appointment.canceled',
] as const;
const PACE_MS = 2_500;
const BUSY_ROUNDS = 4;
/** Half of the time that a delivery has before a check reports its change. */
const SLOW_MS = 10_000;

const bench = useBench({ zone: 'Europe/Madrid' });
const services: Service[] = [];
afterAll(async () => {
	await clearTriggers();
	await Promise.all(services.map(async (service) => await service.stop()));
});

/** A service of its own beside n8n, so that cases that wait can wait at the same time. */
async function beside(options: ServiceOptions = {}): Promise<Bench> {
	const service = await startService({ zone: 'Europe/Madrid', ...options });
	services.push(service);
	const credentialId = await bench.n8n.api.createCredential(credentialOf(service));
	return { n8n: bench.n8n, service, credentialId };
}

const start = async (at: Bench, options: INodeParameters) =>
	await activeTrigger(at, { events: [CREATED, UPDATED, CANCELED], options });

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

interface Told {
	event: unknown;
	key: unknown;
	caughtUp: boolean;
	previous: unknown;
}

const told = async (workflow: EventWorkflow): Promise<Told[]> =>
	(await workflow.received()).map(({ event, data, caughtUp = false, previous }) => ({
		event,
		key: (data as IDataObject).appointment_key,
		caughtUp: caughtUp === true,
		previous: (previous as IDataObject | undefined)?.status,
	}));

/** What a service that delivers everything reports while a check is made: each event once. */
async function busyDay({ service }: Bench): Promise<Array<[string, string]>> {
	const events: Array<[string, string]> = [];
	for (let round = 0; round < BUSY_ROUNDS; round += 1) {
		const [a, b] = [2, 3].map((days) =>
			service.book({ start_date: day(days), status: 'CONFIRMED' }),
		);
		const [one, other] = [a!.appointment_key, b!.appointment_key];
		service.reschedule(one, day(5));
		service.updateStatus(one, 'PENDING');
		await sleep(PACE_MS);
		service.updateStatus(one, 'CONFIRMED');
		service.cancel(other);
		await sleep(PACE_MS);
		await service.deliveries.settled();
		// On a machine that is too busy, a check may come before a delivery, and rightly so.
		const attempts = [one, other].flatMap((key) =>
			service.deliveries.of(key).flatMap((delivery) => delivery.attempts),
		);
		if (attempts.some(({ startedAt, endedAt }) => endedAt - startedAt > SLOW_MS)) continue;
		events.push([CREATED, one], [UPDATED, one], [UPDATED, one], [UPDATED, one]);
		events.push([CREATED, other], [CANCELED, other]);
	}
	return events;
}

/** What five triggers did, at the same time: n8n was stopped for a while, and started twice. */
/** The first check of a trigger has ended. */
const isRecorded = async ({ service }: Pick<Bench, 'service'>) =>
	await eventually(() => {
		const read = service.requests.of('GET', /appointments\/$/).map(({ endedAt }) => endedAt);
		expect(read).not.toEqual([]);
		expect(Math.max(...read.map((endedAt) => endedAt ?? Infinity))).toBeLessThan(
			Date.now() - 1_500,
		);
	}, 60_000);

describe('Catch Up', () => {
	let off: Bench;
	let stopped: EventWorkflow;
	let lost: { at: Bench; workflow: EventWorkflow; url: string };
	let silent: EventWorkflow;
	let busy: { workflow: EventWorkflow; events: Array<[string, string]> };
	let edited: { moved: EventWorkflow; renamed: EventWorkflow; key: string };
	let changed: Told[];
	const expected: { stopped?: Told[]; silent?: Told[] } = {};

	beforeAll(async () => {
		const { n8n, service } = bench;
		const silentAt = await beside({ deliveries: { lost: true } });
		const busyAt = await beside({ deliveries: { copies: 2 }, dialect: { changeData: 'changed' } });
		off = await beside();
		const lostAt = await beside();
		const [kept, moved, canceled, marked] = [1, 2, 3, 4].map((days) =>
			service.book({ start_date: day(days), status: 'CONFIRMED' }),
		);
		silentAt.service.seed(2, { start_date: day(-49 / 24), status: 'CONFIRMED' });
		const [formerAt, otherAt, sameAt] = [await beside(), await beside(), await beside()];
		for (const { service: at } of [formerAt, sameAt]) at.seed(2, { start_date: day(2) });
		otherAt.service.seed(1, { appointment_key: 'other', start_date: day(2) });
		const [early] = silentAt.service.seed(2, { start_date: day(2), status: 'CONFIRMED' });
		await start(off, {});
		stopped = await start(bench, { catchUp: 'atStart' });
		silent = await start(silentAt, { catchUp: 'everyMinute' });
		busy = { workflow: await start(busyAt, { catchUp: 'everyMinute' }), events: [] };
		lost = { at: lostAt, workflow: await start(lostAt, { catchUp: 'everyMinute' }), url: '' };
		lost.url = lost.workflow.url();
		edited = {
			moved: await start(formerAt, { catchUp: 'everyMinute' }),
			renamed: await start(sameAt, { catchUp: 'everyMinute' }),
			key: sameAt.service.appointments.list()[0]!.appointment_key,
		};
		const delivered = service.book({ start_date: day(5), status: 'CONFIRMED' });
		await service.deliveries.settled();
		await stopped.runs(1);

		await Promise.all([bench, silentAt, busyAt, lostAt, formerAt, sameAt].map(isRecorded));
		await n8n.stop();
		off.service.requests.clear();
		lostAt.service.webhooks.clear();
		service.deliveries.options.target = () => 'http://127.0.0.1:9/';
		service.deliveries.options.schedule = [];
		const booked = service.book({ start_date: day(6), status: 'CONFIRMED' });
		service.reschedule(moved!.appointment_key, day(7));
		service.cancel(canceled!.appointment_key);
		service.updateStatus(marked!.appointment_key, 'ATTENDED');
		service.updateStatus(delivered.appointment_key, 'NO_SHOW');
		silentAt.service.updateStatus(early!.appointment_key, 'PENDING');
		await service.deliveries.settled();
		service.deliveries.options.target = (url) => url;
		const was = 'CONFIRMED';
		const changes = [
			{ event: CREATED, key: booked.appointment_key, caughtUp: true, previous: undefined },
			{ event: UPDATED, key: moved!.appointment_key, caughtUp: true, previous: was },
			{ event: CANCELED, key: canceled!.appointment_key, caughtUp: true, previous: was },
			{ event: UPDATED, key: marked!.appointment_key, caughtUp: true, previous: was },
			{ event: UPDATED, key: delivered.appointment_key, caughtUp: true, previous: was },
		];
		expected.stopped = [
			{
				event: CREATED,
				key: delivered.appointment_key,
				caughtUp: false,
				previous: undefined,
			},
			...changes,
		];

		await n8n.start();
		// The first check comes within seconds.
		[busy.events] = await Promise.all([busyDay(busyAt), stopped.runs(6), silent.runs(1)]);
		expect(JSON.stringify(await stopped.received())).not.toContain(kept!.appointment_key);
		const late = changes.flatMap(({ key }) =>
			service.deliveries.of(key).filter(({ state }) => state === 'failed'),
		);
		expect(late).toHaveLength(5);
		for (const delivery of late) await service.deliveries.redeliver(delivery, { times: 3 });

		const localhost = sameAt.service.baseUrl.replace('127.0.0.1', 'localhost');
		const renamed = { ...credentialOf(sameAt.service), baseUrl: localhost };
		await n8n.api.editCredential(formerAt.credentialId, credentialOf(otherAt.service));
		await n8n.api.editCredential(sameAt.credentialId, renamed);
		await n8n.stop();
		// The service cannot deliver.
		sameAt.service.deliveries.options.lost = true;
		sameAt.service.updateStatus(edited.key, 'PENDING');
		const silentlyBooked = silentAt.service.book({ start_date: day(3), status: 'CONFIRMED' });
		silentAt.service.updateStatus(early!.appointment_key, 'ATTENDED');
		expected.silent = [
			{ event: UPDATED, key: early!.appointment_key, caughtUp: true, previous: was },
			{
				event: CREATED,
				key: silentlyBooked.appointment_key,
				caughtUp: true,
				previous: undefined,
			},
			{ event: UPDATED, key: early!.appointment_key, caughtUp: true, previous: 'PENDING' },
		];
		await n8n.start();
		await Promise.all([
			...[silent.runs(3), edited.renamed.runs(1)],
			busy.workflow.runs(busy.events.length),
		]);
		expect(otherAt.service.requests.of('GET', /appointments\/$/)).not.toEqual([]);
		changed = await told(stopped);
	}, 600_000);

	test('what changed while n8n was stopped runs once, late deliveries and another start run nothing', () => {
		expect(changed).toHaveLength(6);
		expect(changed).toEqual(expect.arrayContaining(expected.stopped!));
	});

	test('everyMinute, a service that never delivers: each change runs once', async () => {
		const all = await told(silent);
		expect(all).toHaveLength(3);
		expect(all).toEqual(expect.arrayContaining(expected.silent!));
	});

	test('everyMinute, a service that delivers everything twice: nothing runs twice', async () => {
		const keys = new Set(busy.events.map(([, key]) => key));
		const all = (await told(busy.workflow)).filter(({ key }) => keys.has(String(key)));
		expect(all.filter(({ caughtUp }) => caughtUp)).toEqual([]);
		expect(all.map(({ event, key }) => [event, key]).sort()).toEqual(busy.events.sort());
	});

	test('a webhook that was deleted at the service is registered again, and logged', () => {
		expect(lost.at.service.webhooks.list()).toMatchObject([
			{ url: lost.url, events: [CREATED, UPDATED, CANCELED] },
		]);
	});

	test('an edited credential: another account starts no run, another address of the same account goes on', async () => {
		expect(await told(edited.moved)).toEqual([]);
		expect(await told(edited.renamed)).toMatchObject([{ key: edited.key, caughtUp: true }]);
	});

	test('off: n8n requests no appointments at its start', () => {
		expect(off.service.requests.of('GET', /appointments/)).toEqual([]);
	});
});
