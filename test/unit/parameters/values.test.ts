import {
	statusOptions,
	trueOrFalse,
	wholeNumber,
} from '../../../nodes/AppointmentScheduling/parameters/values';
import { STATUSES } from '../../stand-in';

// Messages of every field: test/unit/actions/refusals.test.ts.
it('the editor offers every status', () => {
	expect(statusOptions.map(({ value }) => value).sort()).toEqual([...STATUSES].sort());
});

it('numbers and booleans may be text, as expressions return them', () => {
	expect(['7', ' 7 ', 7].map((value) => wholeNumber(value, 'Limit', 1))).toEqual([7, 7, 7]);
	expect([true, 'false'].map((flag) => trueOrFalse(flag, 'Check Slot'))).toEqual([true, false]);
	for (const other of [0, '', ' ', 'x', Infinity, null, [1]]) {
		expect(() => wholeNumber(other, 'Limit', 1)).toThrow(/^'Limit': .*at least 1$/);
		expect(() => trueOrFalse(other, 'Check Slot')).toThrow(/^'Check Slot': .*nor false$/);
	}
});
