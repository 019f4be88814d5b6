import { notificationIn } from '../../../../nodes/AppointmentScheduling/webhookTrigger/notifications/notification';
import type { Service } from '../../../stand-in';
import { CANCELED, CREATED, runsOf, service, triggerFor, UPDATED } from './support';

const BODIES = ['document', 'wrapped', 'flat', 'bare'] as const;
const ALL = [CREATED, UPDATED, CANCELED];

let at: Service;

beforeAll(async () => {
	at = await service({ zone: 'America/Sao_Paulo' });
});

it.each(BODIES)(
	'a %s body starts an execution with its event and the appointment, also as a test',
	async (kind) => {
		const trigger = triggerFor(at, { events: ALL });
		await trigger.activate();
		at.set({ bodies: kind });
		const [appointment] = at.seed(1, { start_date: '2030-05-06T10:00:00', status: 'PENDING' });
		for (const event of ALL) {
			if (event === CANCELED)
				at.appointments.update(appointment!.appointment_key, { status: 'CANCELED' });
			await trigger.deliver({ body: at.bodyOf(event, appointment!, kind) });
		}
		await trigger.listenForTest();
		await trigger.deliver({ body: at.bodyOf(CANCELED, appointment!, kind), test: true });
		const items = (await runsOf(trigger)).flat();
		// The body without an event is the same for a creation and an update.
		const events = kind === 'bare' ? [null, CANCELED] : ALL;
		expect(items.map(({ event }) => event)).toEqual([...events, CANCELED]);
		for (const item of items) {
			expect(Object.keys(item).filter((name) => name !== 'timestamp')).toEqual([
				...['event', 'data', 'appointment', 'start'],
			]);
			expect(item.data).not.toHaveProperty('event');
			expect(item).toMatchObject({
				data: { appointment_key: appointment!.appointment_key },
				appointment: {
					appointment_key: appointment!.appointment_key,
					start_date: '2030-05-06T10:00:00-03:00',
					calendar_key: appointment!.calendar.calendar_key,
				},
				start: { iso: '2030-05-06T10:00:00-03:00', time: '10:00', weekday: 'Monday' },
			});
			expect('timestamp' in item).toBe(kind === 'document');
		}
	},
);

const eventOf = (event: unknown, status = 'PENDING') =>
	notificationIn({ event, appointment_key: 'k', status } as never)?.event;

it.each([
	['CREATED', CREATED],
	['updated', UPDATED],
	['Cancelled', CANCELED],
	['Appointment.Cancelled', CANCELED],
	['appointment.attended', 'appointment.attended'],
	['x'.repeat(200), 'x'.repeat(200)],
	['x'.repeat(201), null],
	[7, null],
	['', null],
	[undefined, null],
])('the event %j is %j', (given, event) => {
	expect(eventOf(given)).toBe(event);
});

it('without an event, the status of a canceled appointment is a cancellation', () => {
	expect(eventOf(undefined, 'DECLINED')).toBe(CANCELED);
});

it.each([
	['CREATED', 'PENDING', [CREATED]],
	['UPDATED', 'CANCELED', [UPDATED]],
	[undefined, 'PENDING', [CREATED, UPDATED]],
	[undefined, 'CANCELED', [CANCELED]],
	['ATTENDED', 'PENDING', [UPDATED]],
	['REFUSED', 'DECLINED', [UPDATED, CANCELED]],
])('the event %j with status %s runs with any of %j selected', async (event, status, kinds) => {
	for (const selected of ALL) {
		const trigger = triggerFor(at, { events: [selected] });
		await trigger.activate();
		await trigger.deliver({ body: { event, appointment_key: 'k', status } });
		expect([selected, trigger.executions.length]).toEqual([
			selected,
			kinds.includes(selected) ? 1 : 0,
		]);
		await trigger.finished();
	}
});

it('a timestamp in a wrapped body is passed on, and one that is no text is not', () => {
	const data = { appointment_key: 'k' };
	expect(notificationIn({ timestamp: 'now', data })).toMatchObject({ timestamp: 'now' });
	expect(notificationIn({ timestamp: 7, data })).not.toHaveProperty('timestamp');
});
