import { stateAfter } from '../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/checks/changed';
import { seenOf, type Seen } from '../../../../nodes/AppointmentScheduling/watching/snapshot';
import { CANCELED, CREATED, UPDATED } from './support';

const start_date = '2026-03-02T10:00:00+01:00';
const { start } = seenOf({ start_date }, 'utc');
const later = start! + 60;
const former = { start: later, status: 'PENDING' };
const unknown = { start: undefined, status: '' };
const whole = { start_date, status: 'CONFIRMED' };

test.each<[string, object, Seen | undefined, boolean, Seen | undefined]>([
	[CREATED, whole, undefined, false, { start, status: 'CONFIRMED' }],
	[CREATED, whole, former, true, undefined],
	[CREATED, {}, former, false, former],
	[UPDATED, whole, former, false, { start, status: 'CONFIRMED' }],
	[UPDATED, { status: 'CONFIRMED' }, former, false, { start: later, status: 'CONFIRMED' }],
	[UPDATED, { start_date }, undefined, false, { start, status: '' }],
	[UPDATED, { notes: 'new' }, former, false, unknown],
	[UPDATED, { notes: 'new' }, former, true, unknown],
	[UPDATED, whole, former, true, undefined],
	[UPDATED, { status: 'CONFIRMED' }, undefined, true, undefined],
	[UPDATED, { status: 'CONFIRMED' }, former, true, { start: later, status: '' }],
	[UPDATED, { start_date }, former, true, { start: undefined, status: 'PENDING' }],
	[CANCELED, { start_date }, former, false, { start, status: '' }],
	[CANCELED, { status: 'CANCELED' }, former, false, { start: later, status: 'CANCELED' }],
])('%s with %j after %j, late: %s', (event, data, known, isLate, expected) => {
	expect(stateAfter(event, seenOf({ ...data }, 'utc'), known, isLate)).toEqual(expected);
});

test('without data, nothing is known any more', () => {
	expect(stateAfter(UPDATED, seenOf({}, 'utc'), former, false)).toEqual(unknown);
});
