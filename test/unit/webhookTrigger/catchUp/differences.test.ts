import { comparableKey } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import { Book } from '../../../../nodes/AppointmentScheduling/watching/book';
import { stateOf } from '../../../../nodes/AppointmentScheduling/watching/state';
import { agreementIn } from '../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/differences';

const zone = 'Europe/Madrid';
const at = Date.UTC(2026, 0, 12, 8);
/** Delivered in winter, at ten o'clock in Madrid. */
const TEN = { 'with its offset': '2026-01-15T10:00:00+01:00', 'in UTC': '2026-01-15T09:00:00Z' };

describe.each(Object.entries(TEN))('starts that are delivered %s', (_how, start_date) => {
	test.each<[outcome: string, listed: string[], agreement: string | undefined]>([
		['as moments', ['10:00'], zone],
		['as moments if the first one was moved by an hour', ['09:00', '10:00'], zone],
		['as moments if the first one was moved to another hour', ['11:00', '10:00'], zone],
		['not yet if the only one was moved', ['17:00'], undefined],
	])('agree with listed ones without an offset %s', (_outcome, listed, agreement) => {
		const book = new Book();
		const appointments = listed.map((time, index) => {
			const appointment_key = `key-${index}`;
			book.observe(
				comparableKey(appointment_key)!,
				appointment_key,
				{
					by: 'delivery',
					event: 'appointment.created',
					state: stateOf({ start_date, status: 'CONFIRMED' }),
					at,
					receivedAt: at,
				},
				{ isWanted: () => true, graceMs: 0, lagMs: 0 },
			);
			return { appointment_key, status: 'CONFIRMED', start_date: `2026-01-15T${time}:00` };
		});
		expect(agreementIn(book, { appointments, zone, at })).toBe(agreement);
	});
});
