import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startService, type Service, type ServiceOptions } from '../../stand-in';
import { eventually } from '../harness';
import { credentialOf, useFixture, type Fixture } from '../support/fixture';
import {
	activeTrigger,
	ALL,
	CANCELED,
	clearTriggers,
	CREATED,
	inDays,
	recorded,
	UPDATED,
	type EventWorkflow,
} from '../support/events';

const fixture = useFixture({ zone: 'Europe/Madrid' });
const services: Service[] = [];
afterAll(async () => {
	await clearTriggers();
	await Promise.all(services.map(async (service) => await service.stop()));
});

/** A service of its own beside n8n, so that cases that wait can wait at the same time. */
async function beside(options: ServiceOptions = {}): Promise<Fixture> {
	const service = await startService({ zone: 'Europe/Madrid', ...options });
	services.push(service);
	const credentialId = await fixture.n8n.api.createCredential(credentialOf(service));
	return { n8n: fixture.n8n, service, credentialId };
}

const start = async (at: Fixture, options: INodeParameters) =>
	await activeTrigger(at, { events: ALL, options });

interface Reported {
	event: unknown;
	key: unknown;
	caughtUp: boolean;
	previous: unknown;
}

const reported = async (workflow: EventWorkflow): Promise<Reported[]> =>
	(await workflow.received()).map(({ event, data, caughtUp = false, previous }) => ({
		event,
		key: (data as IDataObject).appointment_key,
		caughtUp: caughtUp === true,
		previous: (previous as IDataObject | undefined)?.status,
	}));

// Four triggers at the same time, because n8n has to be stopped for a while.
describe('Catch Up', () => {
	let off: Fixture;
	let stopped: EventWorkflow;
	let expected: Reported[];
	let lost: { at: Fixture; workflow: EventWorkflow; url: string };
	let silent: { workflow: EventWorkflow; expected: Reported[] };

	beforeAll(async () => {
		const { n8n, service } = fixture;
		const everyMinute = { catchUp: 'everyMinute' };
		const was = 'CONFIRMED';
		const lostAt = await beside();
		const silentAt = await beside({ deliveries: { lost: true } });
		off = await beside();
		const [, moved, canceled, marked] = [1, 2, 3, 4].map((days) =>
			service.book({ start_date: inDays(days), status: was }),
		);
		silentAt.service.seed(2, { start_date: inDays(-49 / 24), status: was });
		const [early] = silentAt.service.seed(2, { start_date: inDays(2), status: was });
		await start(off, {});
		stopped = await start(fixture, { catchUp: 'atStart' });
		silent = { workflow: await start(silentAt, everyMinute), expected: [] };
		lost = { at: lostAt, workflow: await start(lostAt, everyMinute), url: '' };
		lost.url = lost.workflow.url();
		const { workflow: silently } = silent;
		await recorded(fixture, stopped, silently);
		const delivered = service.book({ start_date: inDays(5), status: was });
		await service.deliveries.settled();
		await stopped.runs(1);

		await n8n.stop();
		off.service.requests.clear();
		lostAt.service.webhooks.clear();
		service.deliveries.options.target = () => 'http://127.0.0.1:9/';
		service.deliveries.options.schedule = [];
		const booked = service.book({ start_date: inDays(6), status: was });
		service.reschedule(moved!.appointment_key, inDays(7));
		service.cancel(canceled!.appointment_key);
		service.updateStatus(marked!.appointment_key, 'ATTENDED');
		service.updateStatus(delivered.appointment_key, 'NO_SHOW');
		silentAt.service.updateStatus(early!.appointment_key, 'PENDING');
		const silentlyBooked = silentAt.service.book({ start_date: inDays(3), status: was });
		await service.deliveries.settled();
		service.deliveries.options.target = (url) => url;
		const found = (event: string, key: string, previous?: string): Reported => ({
			event,
			key,
			caughtUp: true,
			previous,
		});
		const changes = [
			found(CREATED, booked.appointment_key),
			found(UPDATED, moved!.appointment_key, was),
			found(CANCELED, canceled!.appointment_key, was),
			found(UPDATED, marked!.appointment_key, was),
			found(UPDATED, delivered.appointment_key, was),
		];
		expected = [{ ...found(CREATED, delivered.appointment_key), caughtUp: false }, ...changes];
		silent.expected = [
			found(UPDATED, early!.appointment_key, was),
			found(CREATED, silentlyBooked.appointment_key),
		];

		await n8n.start();
		await Promise.all([stopped.runs(6), silently.runs(2)]);
		const late = changes.flatMap(({ key }) =>
			service.deliveries.of(String(key)).filter(({ state }) => state === 'failed'),
		);
		expect(late).toHaveLength(5);
		for (const delivery of late) await service.deliveries.redeliver(delivery, { times: 3 });
		await stopped.runs(6);
	});

	test('what changed while n8n was stopped runs once, and late deliveries run nothing', async () => {
		const all = await reported(stopped);
		expect(all).toHaveLength(6);
		expect(all).toEqual(expect.arrayContaining(expected));
	});

	test('everyMinute, a service that never delivers: each change runs once', async () => {
		const all = await reported(silent.workflow);
		expect(all).toHaveLength(2);
		expect(all).toEqual(expect.arrayContaining(silent.expected));
	});

	test('a webhook that was deleted at the service is registered again', async () => {
		const registered = [{ url: lost.url, events: ALL }];
		await eventually(() => expect(lost.at.service.webhooks.list()).toMatchObject(registered));
	});

	test('off: n8n requests no appointments at its start', () => {
		expect(off.service.requests.of('GET', /appointments/)).toEqual([]);
	});
});
