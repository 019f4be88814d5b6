import { comparableKey } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import { Book } from '../../../../nodes/AppointmentScheduling/watching/book';
import { stateOf } from '../../../../nodes/AppointmentScheduling/watching/state';
import { agreementIn } from '../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/differences';

const zone = 'Europe/Madrid';
const at = Date.UTC(2026, 0, 12, 8);
/** Delivered in winter, at ten o'clock in Madrid. */
const TEN = { 'with its offset': '2026-01-15T10:00:00+01:00', 'in UTC': '2026-01-15T09:00:00Z' };

/** Of appointments that are delivered with one start and listed with others. */
function agreementOf(start_date: string, listed: string[], accountZone = zone): string | undefined {
	const book = new Book();
	const appointments = listed.map((time, index) => {
		const appointment_key = `key-${index}`;
		const state = stateOf({ start_date, status: 'CONFIRMED' });
		const delivered = { by: 'delivery', event: 'appointment.created', state, at } as const;
		const rules = { isWanted: () => true, graceMs: 0, lagMs: 0 };
		const key = comparableKey(appointment_key)!;
		book.observe(key, appointment_key, { ...delivered, receivedAt: at }, rules);
		return { appointment_key, status: 'CONFIRMED', start_date: `2026-01-15T${time}:00` };
	});
	return agreementIn(book, { appointments, zone: accountZone, at, since: at });
}

describe.each(Object.entries(TEN))('starts that are delivered %s', (_how, start_date) => {
	test.each<[outcome: string, listed: string[], agreement: string | undefined]>([
		['as moments', ['10:00'], zone],
		['as moments if the first one was moved by an hour', ['09:00', '10:00'], zone],
		['as moments if the first one was moved to another hour', ['11:00', '10:00'], zone],
		['not yet if the only one was moved', ['17:00'], undefined],
	])('agree with listed ones without an offset %s', (_outcome, listed, agreement) => {
		expect(agreementOf(start_date, listed)).toBe(agreement);
	});

	test('agree with listed ones by their digits if the zone of the account is wrong', () => {
		const digits = start_date.slice(11, 16);
		expect(agreementOf(start_date, [digits], 'America/New_York')).toBe('digits');
	});
});
