import { chosenEvents, eventOptions } from '../../../nodes/AppointmentScheduling/fields/events';
import { statusOptions, validStatus } from '../../../nodes/AppointmentScheduling/fields/status';
import {
	asLocator,
	trueOrFalse,
	wholeNumber,
} from '../../../nodes/AppointmentScheduling/fields/values';
import { InputError } from '../../../nodes/AppointmentScheduling/service/errors';

const documented = [
	'CONFIRMED',
	'PENDING',
	'ATTENDED',
	'IN_PROGRESS',
	'NO_SHOW',
	'CANCELED',
	'CANCELED_CLIENT',
	'CANCELED_GOOGLE',
	'PENDING_PAYMENT',
	'PENDING_FORM',
	'PENDING_COMPANIONS',
];

it('the statuses are those of the document, in the order of their names', () => {
	expect(statusOptions.map(({ value }) => value).sort()).toEqual([...documented].sort());
	const names = statusOptions.map(({ name }) => name);
	expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	expect(documented.map(validStatus)).toEqual(documented);
});

it.each([
	'attended',
	' ATTENDED',
	'',
	undefined,
	null,
	3,
	['ATTENDED'],
	'constructor',
	'__proto__',
])('%p is no status', (value) => {
	expect(() => validStatus(value)).toThrow(InputError);
	expect(() => validStatus(value)).toThrow(/^'Status': /);
});

it('the kinds of events are those of the document', () => {
	expect(eventOptions.map(({ value }) => value).sort()).toEqual([
		'appointment.canceled',
		'appointment.created',
		'appointment.updated',
	]);
});

it.each([
	[['a.b', 'c.d'], 'e.f, a.b', ['a.b', 'c.d', 'e.f']],
	[[], ' x.y ', ['x.y']],
	['a.b', undefined, ['a.b']],
	[undefined, ['a.b', 'a.b'], ['a.b']],
])('the kinds %j and %j are %j', (events, additional, kinds) => {
	expect(chosenEvents(events, additional)).toEqual(kinds);
});

it.each([
	[[], '', 'Trigger On', /^'Trigger On': no event/],
	[undefined, ' , ', 'Events', /^'Events': no event/],
	[[], 'a b', 'Events', /^'Additional Events': "a b"/],
	[[], 'booked', 'Events', /^'Additional Events': "booked"/],
	[[], `x.${'y'.repeat(200)}`, 'Events', /^'Additional Events': /],
])('the kinds %j and %j are refused', (events, additional, field, words) => {
	expect(() => chosenEvents(events, additional, field)).toThrow(words);
});

it.each([
	[1, 1],
	[50, 50],
	['7', 7],
	[' 7 ', 7],
	[1e3, 1000],
])('%p is the number %p', (value, number) => {
	expect(wholeNumber(value, 'Limit', 1)).toBe(number);
});

it.each([0, -1, 0.5, '', ' ', 'x', '1.5', Infinity, Number.NaN, null, undefined, true, [1], {}])(
	'%p is no number of at least 1',
	(value) => {
		expect(() => wholeNumber(value, 'Limit', 1)).toThrow(/^'Limit': .*at least 1$/);
	},
);

it.each([
	[true, true],
	[false, false],
	['true', true],
	['false', false],
])('%p is %p', (value, flag) => {
	expect(trueOrFalse(value, 'Check Slot')).toBe(flag);
});

it.each(['yes', '', 1, 0, null, undefined, [], {}])('%p is neither true nor false', (value) => {
	expect(() => trueOrFalse(value, 'Check Slot')).toThrow(
		/^'Check Slot': .*neither true nor false$/,
	);
});

it.each([
	[
		{ __rl: true, mode: 'code', value: 'x' },
		{ mode: 'code', value: 'x' },
	],
	[{ value: 'x' }, { mode: 'key', value: 'x' }],
	['x', { mode: 'key', value: 'x' }],
	[undefined, { mode: 'key', value: undefined }],
])('%j points at %j', (value, locator) => {
	expect(asLocator(value)).toEqual(locator);
});
