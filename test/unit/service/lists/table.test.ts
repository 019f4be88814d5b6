import { listAppointments } from '../../../../nodes/AppointmentScheduling/service/appointments';
import type { Dialect } from '../../../stand-in/dialects';
import { STYLES, type StyleName } from '../../../stand-in/lists/pageStyles';
import { booked, keysIn, listOf } from './lists';

// Which lengths may be the end of a list without a sign: bare.test.ts.
const SIZES = [10, 20, 25, 50, 100, 500];
const all = booked(1_003);
const keys = all.map((row) => row.appointment_key);

/** A total of the page alone is a lie beside its number or size. */
const WITH_COUNT: StyleName[] = ['pages', 'offset', 'cursor', 'totalAlone', 'totalOfOffset'];

type Count = Dialect['count'];

/** Lists that are whole, or cut off anywhere, or read up to a limit. */
const casesFor = (size: number, isCounted: boolean) => {
	const most = 2 * size + 3;
	const rows = [0, 1, 9, size - 1, size, size + 1, 2 * size, most];
	const limits = [1, size, size + 1, 2 * size];
	const counts: Count[] = isCounted ? ['exact', 'none', 'ofPage'] : ['exact'];
	const read = [...rows.map((of) => [of, Infinity]), ...limits.map((limit) => [most, limit])];
	return [
		...counts.flatMap((count) => read.map(([of = 0, limit = 0]) => ({ count, of, limit }))),
		...[size, most].map((of) => ({ count: 'tooHigh' as const, of, limit: Infinity })),
	];
};

describe.each(Object.keys(STYLES) as StyleName[])('pages as in %s', (pagination) => {
	it.each(SIZES)(
		'of %i entries: the list is whole and in order, or says what is open',
		async (pageSize) => {
			for (const { count, of, limit } of casesFor(pageSize, WITH_COUNT.includes(pagination))) {
				for (const isStrict of limit === Infinity ? [false, true] : [false]) {
					const what = `${of} rows, limit ${limit}, total ${count}, strict ${isStrict}`;
					const rows = all.slice(0, of);
					const talk = listOf(() => rows, { pagination, pageSize, count }, {}, isStrict);
					const list = await listAppointments(talk.client, { status: 'PENDING' }, limit);
					const shown = keysIn(list);
					const isWhole = shown.length === Math.min(of, limit);
					expect([what, shown.join()]).toEqual([what, keys.slice(0, shown.length).join()]);
					expect([what, isWhole || list.incomplete]).toEqual([what, isWhole || expect.any(String)]);
					if (count === 'tooHigh') continue;
					expect([what, list.incomplete]).toEqual([what, undefined]);
					const pages = Math.ceil(Math.min(of, limit) / pageSize);
					expect(talk.requests.length).toBeLessThanOrEqual(pages + 7);
				}
			}
		},
	);
});
