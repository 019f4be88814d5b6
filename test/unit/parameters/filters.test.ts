import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import {
	filterOptions,
	listFilters,
} from '../../../nodes/AppointmentScheduling/parameters/filters';
import {
	statusOptions,
	trueOrFalse,
	wholeNumber,
} from '../../../nodes/AppointmentScheduling/parameters/values';
import { searchOf } from '../../../nodes/AppointmentScheduling/service/addresses';
import { STATUSES } from '../../stand-in';
import { locator } from '../support/locator';

const read = (given: IDataObject, days?: [string, string]) =>
	listFilters(given, () => 'Europe/Madrid', days);
/** The query, decoded. */
const asked = (...given: Parameters<typeof read>): string =>
	decodeURIComponent(searchOf({ ...read(...given).filters }).replaceAll('+', ' '));

// Each filter as the service means it: test/contract/filters.test.ts.
it.each<[IDataObject, string]>([
	[{ calendar: locator('c', 'list') as IDataObject }, 'calendar_key=c'],
	[{ calendar: 'c' }, 'calendar_key=c'],
	[
		{ startDate: DateTime.fromISO('2026-05-01T10:00:00Z') as never },
		'start_date=2026-05-01T12:00:00',
	],
	[{ endDate: '2026-05-01T23:30:00-03:00' }, 'end_date=2026-05-02T04:30:00'],
	[
		{ startDate: '2026-05-01', endDate: '2026-05-01' },
		'end_date=2026-05-01T23:59:59&start_date=2026-05-01T00:00:00',
	],
	[{ phone: 34600 }, 'phone=34600'],
	[{ phone: '+55 (11) 99999-0000' }, 'phone=+5511999990000'],
	[{ phone: '11.9999‑0000' }, 'phone=1199990000'],
	[{ phone: '[011] 4444 5555' }, 'phone=01144445555'],
	[{ externalId: false }, 'external_id=false'],
	[{ searchCode: ' AP-1\n' }, 'search_code=AP-1'],
	[{ name: ' Ana \n  Lima ' }, 'name=Ana Lima'],
	[{ name: "Siobhán O'Connor & Co" }, "name=Siobhán O'Connor & Co"],
	[{ serviceKeys: ['a', 'b', 'a'] }, 'service_keys=a&service_keys=b'],
	[{ serviceKeys: 'a, b' }, 'service_keys=a&service_keys=b'],
	[{ serviceKeys: '["a","b"]' }, 'service_keys=a&service_keys=b'],
	[{ tagKeys: 'a,b' }, 'tag_keys=a&tag_keys=b'],
	[{ isCancelled: false }, 'is_cancelled=false'],
])('the filter %j sends %s', (given, query) => {
	expect(asked(given)).toBe(query);
});

it.each([
	['NO_SHOW', 'NO_SHOW'],
	['no-show', 'NO_SHOW'],
	[' No Show', 'NO_SHOW'],
	['cancelled', 'CANCELED'],
	['CANCELLED', 'CANCELED'],
	['cancelled_client', 'CANCELED_CLIENT'],
])('the status %j is %s', (status, meant) => {
	expect(read({ status }).statuses).toEqual([meant]);
});

it('filters combine with days and statuses, each status once', () => {
	const given = { status: ['PENDING', 'NO_SHOW', 'PENDING'], email: 'a@b.c' };
	expect(read(given, ['2026-05-01', '2026-05-02'])).toEqual({
		filters: {
			start_date: '2026-05-01T00:00:00',
			end_date: '2026-05-02T23:59:59',
			email: 'a@b.c',
		},
		statuses: ['PENDING', 'NO_SHOW'],
	});
});

it.each<[string, IDataObject, RegExp]>([
	...filterOptions.flatMap(({ name, displayName }) =>
		['', undefined, null, 'undefined', ' N/A '].map((value): [string, IDataObject, RegExp] => [
			`${displayName} that is ${JSON.stringify(value)}`,
			{ [name]: value },
			new RegExp(`^'${displayName}': `),
		]),
	),
	['no service', { serviceKeys: [] }, /^'Service Names or IDs': it is empty/],
	['no status', { status: [] }, /^'Status': the filter is empty/],
	['another status', { status: 'DECLINED' }, /^'Status': "DECLINED" is not a valid choice/],
	['a phone without digits', { phone: '+ ()' }, /^'Phone': "\+ \(\)" has no digit/],
	['an object', { name: { $ne: '' } }, /^'Name': it is not a text/],
	['no calendar', { calendar: locator('', 'list') as IDataObject }, /'Calendar': it is empty/],
	['half a character', { name: 'Ana \ud83d' }, /^'Name': .*Unicode/],
	[
		'an end before the start',
		{ startDate: '2026-05-02', endDate: '2026-05-01' },
		/^'End Date': 2026-05-01T23:59:59 is before 'Start Date', 2026-05-02T00:00:00/,
	],
])('refuses %s, because the list would show more than was asked for', (_what, given, message) => {
	expect(() => read(given)).toThrow(message);
});

it.each(['startDate', 'endDate'])('refuses %s together with days in When', (name) => {
	const given = { [name]: '2026-05-01' };
	expect(() => read(given, ['2026-05-01', '2026-05-01'])).toThrow(/combined with days in 'When'/);
});

it('needs no time zone without a date', () => {
	const zone = () => {
		throw new Error('It is not set');
	};
	expect(listFilters({ name: 'Ana' }, zone).filters).toEqual({ name: 'Ana' });
	expect(() => listFilters({ createdAt: '2026-05-01' }, zone)).toThrow('not set');
});

// Messages of every field: test/unit/actions/refusals.test.ts.
it('the editor offers every documented status, and none that only the dashboard has', () => {
	expect(statusOptions.map(({ value }) => value).sort()).toEqual([...STATUSES].sort());
});

it('numbers and booleans may be text, as expressions return them', () => {
	expect(['7', ' 7 ', 7].map((value) => wholeNumber(value, 'Limit', 1))).toEqual([7, 7, 7]);
	expect([true, 'False'].map((flag) => trueOrFalse(flag, 'Check Slot'))).toEqual([true, false]);
	expect(wholeNumber('0', 'Delay', 0)).toBe(0);
	expect(() => wholeNumber(' ', 'Delay', 0)).toThrow(/^'Delay': it is empty$/);
	expect(() => wholeNumber(null, 'Delay', 0)).toThrow(/^'Delay': the expression has no value$/);
	for (const other of [0, 'x', Infinity, [1]]) {
		expect(() => wholeNumber(other, 'Limit', 1)).toThrow(/^'Limit': .*at least 1$/);
		expect(() => trueOrFalse(other, 'Check Slot')).toThrow(/^'Check Slot': .*nor false$/);
	}
});
