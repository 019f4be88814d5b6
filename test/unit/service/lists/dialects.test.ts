import fc from 'fast-check';

import { ServiceError } from '../../../../nodes/AppointmentScheduling/service/core/errors';
import { STYLES, type StyleName } from '../../../stand-in/lists/pageStyles';
import type { Dialect } from '../../../stand-in/dialects';
import { keysIn, listOf, read, rowsOf } from './lists';

const styles = Object.keys(STYLES) as StyleName[];
const keysOf = (count: number) => rowsOf(count).map((row) => row.appointment_key);
const size = fc.integer({ min: 1, max: 9 });
const nextLink = fc.constantFrom<Dialect['nextLink']>(
	...(['absolute', 'otherHost', 'path', 'query'] as const),
);
/** Where nothing but the numbers of pages shows the way, or a page that does not exist the end. */
const guessed: StyleName[] = [
	...(['limitOffset', 'limitOffsetOnly', 'pageAlone', 'limitAlone', 'limitOfPage'] as const),
	...(['totalOfOffset', 'moreAlone', 'numbered', 'wordPress', 'numPages', 'totalAlone'] as const),
];

describe.each(styles)('%s', (pagination) => {
	it('is read whole: every entry once, in order, with the filters, in few requests', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 60 }),
				size,
				fc.oneof(fc.integer({ min: 1, max: 65 }), fc.constant(Infinity)),
				nextLink,
				fc.boolean(),
				async (count, pageSize, limit, link, isStrict) => {
					const manner = { pagination, pageSize, nextLink: link };
					const talk = listOf(() => rowsOf(count), manner, {}, isStrict);
					const list = await read(talk, limit, { status: 'PENDING', name: 'a+b&c' });
					expect(keysIn(list)).toEqual(keysOf(count).slice(0, limit));
					expect(list.incomplete).toBeUndefined();
					const pages = Math.max(1, Math.ceil(Math.min(limit, count) / pageSize));
					// Pages found by their position are read again, in case entries were deleted meanwhile.
					const again = limit > count ? pages - 1 : 0;
					const more = guessed.includes(pagination) ? 3 : 0;
					expect(talk.requests.length).toBeLessThanOrEqual(pages + again + more);
					for (const { url } of talk.requests) {
						const { searchParams } = new URL(url);
						expect(searchParams.getAll('status')).toEqual(['PENDING']);
						expect(searchParams.getAll('name')).toEqual(['a+b&c']);
					}
				},
			),
			{ numRuns: 25 },
		);
	});
});

it.each(styles)(
	'%s: a wrong total ends in a list from the start, or in a clear error',
	async (pagination) => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 40 }),
				size,
				fc.constantFrom('tooHigh' as const, 'tooLow' as const),
				async (count, pageSize, wrong) => {
					const talk = listOf(() => rowsOf(count), { pagination, pageSize, count: wrong });
					const outcome = await read(talk).catch((error: unknown) => error);
					if (!(outcome instanceof ServiceError)) {
						const keys = keysIn(outcome as Awaited<ReturnType<typeof read>>);
						expect(keys).toEqual(keysOf(count).slice(0, keys.length));
					}
					expect(talk.requests.length).toBeLessThanOrEqual(3 * (count + 20));
				},
			),
			{ numRuns: 15 },
		);
	},
);

it.each<StyleName>([
	...(['pages', 'offset', 'pageNumber', 'laravel'] as const),
	...(['oData', 'hal', 'gitLab', 'totalAlone', 'totalOfOffset', 'aspNet'] as const),
])('%s: the other pages are requested at the same time', async (pagination) => {
	const talk = listOf(() => rowsOf(95), { pagination, pageSize: 10, count: 'exact' });
	expect(keysIn(await read(talk))).toEqual(keysOf(95));
	expect(talk.mostInFlight()).toBeGreaterThan(1);
	// The pages, the first of them again, and those that show the way.
	expect(talk.requests.length).toBeLessThanOrEqual(13);
});
