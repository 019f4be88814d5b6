import { chosenEvents } from '../../../nodes/AppointmentScheduling/fields/events';
import { statusOptions, validStatus } from '../../../nodes/AppointmentScheduling/fields/status';
import { asLocator } from '../../../nodes/AppointmentScheduling/fields/locator';
import { trueOrFalse, wholeNumber } from '../../../nodes/AppointmentScheduling/fields/values';
import { STATUSES } from '../../stand-in';

it('the editor offers every status', () => {
	expect(statusOptions.map(({ value }) => value).sort()).toEqual([...STATUSES].sort());
	expect(STATUSES.map(validStatus)).toEqual(STATUSES);
});

it.each(['attended', ' ATTENDED', '', undefined, 3, ['ATTENDED'], 'constructor', '__proto__'])(
	'%p is not a status',
	(value) => {
		expect(() => validStatus(value)).toThrow(/^'Status': /);
	},
);

it.each([
	[['a.b', 'c.d'], 'e.f, a.b', ['a.b', 'c.d', 'e.f']],
	[[], ' x.y ', ['x.y']],
	['a.b', undefined, ['a.b']],
	[undefined, ['a.b', 'a.b'], ['a.b']],
])('the events %j and the additional ones %j are %j', (events, additional, kinds) => {
	expect(chosenEvents(events, additional)).toEqual(kinds);
});

it.each([
	[[], '', 'Trigger On', /^'Trigger On': no event/],
	[undefined, ' , ', 'Events', /^'Events': no event/],
	[[], 'a b', 'Events', /^'Additional Events': "a b"/],
	[[], 'booked', 'Events', /^'Additional Events': "booked"/],
])('refuses the events %j and the additional ones %j', (events, additional, field, message) => {
	expect(() => chosenEvents(events, additional, field)).toThrow(message);
});

it.each([
	['7', 7],
	[' 7 ', 7],
	[1e3, 1000],
])('%p is the number %p', (value, number) => {
	expect(wholeNumber(value, 'Limit', 1)).toBe(number);
});

it.each([0, -1, 0.5, '', ' ', 'x', '1.5', Infinity, Number.NaN, null, undefined, true, [1], {}])(
	'%p is not a whole number of at least 1',
	(value) => {
		expect(() => wholeNumber(value, 'Limit', 1)).toThrow(/^'Limit': .*at least 1$/);
	},
);

it.each(['yes', '', 1, 0, null, undefined, [], {}])('%p is neither true nor false', (value) => {
	expect(() => trueOrFalse(value, 'Check Slot')).toThrow(
		/^'Check Slot': .*neither true nor false$/,
	);
	expect([true, 'false'].map((flag) => trueOrFalse(flag, 'Check Slot'))).toEqual([true, false]);
});

it.each([
	[{ value: 'x' }, { mode: 'key', value: 'x' }],
	['x', { mode: 'key', value: 'x' }],
	[undefined, { mode: 'key', value: undefined }],
])('a locator can be %j', (value, locator) => {
	expect(asLocator(value)).toEqual(locator);
});
