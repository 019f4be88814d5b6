import {
	statusOptions,
	trueOrFalse,
	wholeNumber,
} from '../../../nodes/AppointmentScheduling/fields/values';
import { STATUSES } from '../../stand-in';

// Messages of every field: test/unit/actions/refusals.test.ts.
it('the editor offers every status', () => {
	expect(statusOptions.map(({ value }) => value).sort()).toEqual([...STATUSES].sort());
});

it.each(['7', ' 7 ', 7])('%p is the number 7', (value) => {
	expect(wholeNumber(value, 'Limit', 1)).toBe(7);
});

it.each([0, 0.5, '', ' ', 'x', Infinity, Number.NaN, null, true, [1]])(
	'%p is not a whole number of at least 1',
	(value) => {
		expect(() => wholeNumber(value, 'Limit', 1)).toThrow(/^'Limit': .*at least 1$/);
	},
);

it.each(['yes', '', 1, 0, null, []])('%p is neither true nor false', (value) => {
	expect(() => trueOrFalse(value, 'Check Slot')).toThrow(/^'Check Slot': .*nor false$/);
	expect([true, 'false'].map((flag) => trueOrFalse(flag, 'Check Slot'))).toEqual([true, false]);
});
