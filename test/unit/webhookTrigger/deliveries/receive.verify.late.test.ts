import { DateTime } from 'luxon';

import { credentialOf, type Appointment, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { clock, fastSleep } from './fastClock';
import { CREATED, notification, runsOf, service, triggerFor, UPDATED } from './support';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => await fastSleep(ms),
}));

const ONE = /appointments\/[^/]+\/$/;
let at: Service;
let appointment: Appointment;
let trigger: TriggerWorkflow;

beforeEach(async () => {
	at = await service();
	clock.skips = 8_000;
	[appointment] = at.seed(1, { status: 'PENDING', start_date: '2026-12-10T10:00:00+01:00' }) as [
		Appointment,
	];
});

async function publish(options = {}, timezone = 'Europe/Madrid'): Promise<void> {
	const parameters = { events: [CREATED, UPDATED], options: { verify: 'refetch', ...options } };
	trigger = triggerFor(at, parameters, { credentials: { ...credentialOf(at), timezone } });
	await trigger.activate();
	at.requests.clear();
}

const answerOf = (action: object, times: number) =>
	at.faults.add({ method: 'GET', path: ONE, times, action: action as never });

const nextTurn = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

test.each([
	['403', { kind: 'respond', status: 403 }],
	['a web page', { kind: 'respond', status: 200, body: '<html></html>' }],
	['429 with Retry-After 120', { kind: 'respond', status: 429, headers: { 'retry-after': '120' } }],
])(
	'a booking that the API shows 15 s later runs, although it once responds with %s',
	async (_what, fault) => {
		await publish();
		answerOf({ kind: 'respond', status: 404 }, 3);
		answerOf(fault, 1);
		const { appointment_key } = appointment;
		expect(
			await trigger.deliver({ body: notification({ data: { appointment_key } }) }),
		).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toHaveLength(1);
	},
);

test('a move by an hour, delivered in UTC, does not run with the former start', async () => {
	await publish();
	const shown = at.shown(appointment);
	const moved = `${String(shown.start_date).slice(0, 19)}Z`;
	const answer = trigger.deliver({
		body: notification({ event: UPDATED, data: { ...shown, start_date: moved } }),
	});
	while (at.requests.of('GET', ONE).length < 1) await nextTurn(1);
	await nextTurn(30);
	at.appointments.update(appointment.appointment_key, { start: Date.parse(moved) } as never);
	await answer;
	expect(await runsOf(trigger)).toMatchObject([
		[{ data: { start_date: '2026-12-10T11:00:00+01:00' } }],
	]);
});

test('a zone that is none does not stop deliveries', async () => {
	await publish({}, 'Madrid');
	const { appointment_key } = appointment;
	expect(
		await trigger.deliver({ body: notification({ data: { appointment_key } }) }),
	).toMatchObject({ status: 200 });
});

test('without a zone, UTC tells nothing about a start without an offset', async () => {
	at.speak({ dates: 'local' });
	await publish({ respond: 'whenFinished' }, '');
	const shown = at.shown(appointment);
	const start_date = DateTime.fromISO(String(shown.start_date), { zone: 'Europe/Madrid' })
		.toUTC()
		.toISO()!;
	expect(
		await trigger.deliver({
			body: notification({ event: UPDATED, data: { ...shown, start_date } }),
		}),
	).toMatchObject({ status: 200 });
});

test('a status in small letters is the same one', async () => {
	await publish({ onlyWhenChanged: ['start'] });
	const shown = at.shown(appointment);
	for (const second of [1, 2, 3]) {
		const timestamp = new Date(Date.now() - 60_000 + second * 1_000).toISOString();
		await trigger.deliver({
			body: notification({ event: UPDATED, timestamp, data: { ...shown, status: 'pending' } }),
		});
	}
	expect(await runsOf(trigger)).toHaveLength(1);
});
