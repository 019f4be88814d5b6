import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { CLOCK_CHANGES, momentsOf, wallClock, zones } from '../service/values/zones';
import { host, nock, run } from './support';

/** Noon in Madrid. */
const NOW = Date.parse('2026-03-28T11:00:00Z');
const HOUR = 3_600_000;
const MADRID = 'Europe/Madrid';

beforeEach(() =>
	jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'setImmediate'], advanceTimers: true }),
);
afterEach(() => {
	jest.useRealTimers();
	nock.cleanAll();
});

/** The rows whose start is within the filters of a query, as clocks in `filterZone` show it. */
function listed<T extends { moment?: number }>(rows: T[], url: string, filterZone: string): T[] {
	const query = new URL(url, host).searchParams;
	const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? '~'];
	return rows.filter(({ moment }) => {
		if (moment === undefined) return true;
		const wall = wallClock(moment, filterZone);
		return from <= wall && wall <= to;
	});
}

const at = (moment: number) => ({ moment, start_date: new Date(moment).toISOString() });

/** What Get Many returns of these rows, of a service that reads filters in the zone of the account. */
async function listing(
	parameters: INodeParameters,
	rows: Array<{ moment?: number; [shape: string]: unknown }>,
	filterZone = MADRID,
) {
	const asked: string[] = [];
	nock(host)
		.persist()
		.get('/api/v3/appointments/')
		.query(true)
		.reply((uri) => {
			asked.push(decodeURIComponent(uri));
			const numbered = rows.map((row, index) => ({ appointment_key: `k${index}`, ...row }));
			return [200, { results: listed(numbered, uri, filterZone) }];
		});
	const { items, hints } = await run('appointment:getAll', parameters);
	nock.cleanAll();
	return {
		starts: items.map(({ json: { start_date } }) => start_date),
		hints: hints.map(({ message }) => message),
		asked,
	};
}

/** The start, the middle and the end of every day in Madrid from the first to the last one. */
const everyDay = (first: string, last: string) => {
	const rows = [];
	for (let day = Date.parse(first); day <= Date.parse(last); day += 24 * HOUR) {
		const date = new Date(day).toISOString().slice(0, 10);
		for (const time of ['00:00:00', '12:00:00', '23:59:59']) {
			rows.push(at(momentsOf(`${date}T${time}`, MADRID)[0]!));
		}
	}
	return rows;
};

it.each<[INodeParameters, string, string]>([
	[{ when: 'today' }, '2026-03-28', '2026-03-28'],
	[{ when: 'tomorrow' }, '2026-03-29', '2026-03-29'],
	[{ when: 'yesterday' }, '2026-03-27', '2026-03-27'],
	[{ when: 'thisWeek' }, '2026-03-23', '2026-03-29'],
	[{ when: 'nextWeek' }, '2026-03-30', '2026-04-05'],
	[{ when: 'next7Days' }, '2026-03-28', '2026-04-03'],
	[{ when: 'next30Days' }, '2026-03-28', '2026-04-26'],
	[{ when: 'past7Days' }, '2026-03-22', '2026-03-28'],
	[{ when: '={{ "onDate" }}', day: '2026-04-01T00:00:00' }, '2026-04-01', '2026-04-01'],
	[{ when: 'onDate', day: '2026-04-01T21:30:00Z' }, '2026-04-01', '2026-04-01'],
	[{ when: 'onDate', day: '={{ $today }}' }, '2026-03-28', '2026-03-28'],
	[{ when: 'between', from: '2026-04-01', to: '2026-04-05' }, '2026-04-01', '2026-04-05'],
])('%j lists the days from %s to %s, and asks for them to the letter', async (given, ...days) => {
	const rows = everyDay('2026-03-15', '2026-05-05');
	const { starts, hints, asked } = await listing({ ...given, returnAll: true }, rows);
	expect(starts).toEqual(everyDay(...days).map(({ start_date }) => start_date));
	expect(hints).toEqual([]);
	expect(asked).toEqual([
		expect.stringContaining(
			`?start_date=${days[0]}T00:00:00&end_date=${days[1]}T23:59:59&page_size=100`,
		),
	]);
});

it('what comes for another day is left out, and a hint says that the zone may differ', async () => {
	const rows = everyDay('2026-03-25', '2026-04-01');
	const given = { when: 'tomorrow' };
	const { starts, hints } = await listing(given, rows, 'Pacific/Auckland');
	// Those of the evening are not sent at all.
	expect(starts).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T10:00:00.000Z']);
	expect(hints).toEqual([
		"Appointments of other days in Europe/Madrid came as well, and were left out: 2. The time zone of the account may be another one than 'Service Timezone' in the credential",
	]);
});

it('a day is the day of the account in every zone, in both shapes, with an offset, a Z or none', async () => {
	const notations = {
		utc: (moment: number) => new Date(moment).toISOString(),
		local: wallClock,
		offset: (moment: number) => DateTime.fromMillis(moment, { zone: 'Asia/Kolkata' }).toISO(),
	};
	const places = fc.oneof(
		fc.constantFrom(...CLOCK_CHANGES),
		zones.map((zone) => ({ zone, day: '2026-06-15' })),
	);
	const shapes = {
		document: (start: string) => ({ start_date: start }),
		samples: (start: string, timeZone: string) => ({ start: { dateTime: start, timeZone } }),
	};
	let found = 0;
	await fc.assert(
		fc.asyncProperty(
			places,
			fc.constantFrom(...Object.values(notations)),
			fc.constantFrom(...Object.values(shapes)),
			async ({ zone, day }, write, shape) => {
				const rows = Array.from({ length: 24 * 6 }, (_, hour) => {
					const moment = Date.parse(day) + (hour - 60) * HOUR;
					// Local times that happen twice say no moment.
					const wall = wallClock(moment, zone);
					const isOnce = momentsOf(wall, zone).length === 1;
					const start = (isOnce ? write(moment, zone) : new Date(moment).toISOString())!;
					return { moment, appointment_key: `k${moment}`, ...shape(start, zone) };
				});
				nock(host)
					.get('/api/v3/appointments/')
					.query(true)
					.reply((uri) => [200, { results: listed(rows, uri, zone) }]);
				const given = { when: 'onDate', day, returnAll: true };
				const { items, hints } = await run('appointment:getAll', given, {
					credentials: { timezone: zone },
				});
				const expected = rows.filter(({ moment }) => wallClock(moment, zone).startsWith(day));
				found += expected.length;
				expect(items.map(({ json }) => json)).toEqual(expected);
				expect(hints).toEqual([]);
			},
		),
		{ numRuns: 30 },
	);
	expect(found).toBeGreaterThan(500);
});

describe('a day has', () => {
	const day = Date.parse('2026-04-01T00:00:00+02:00');
	const rows = [
		{ start_date: 'after lunch' },
		at(day - HOUR),
		at(day + 9 * HOUR),
		at(day + 24 * HOUR),
		at(day),
		{ start_date: null },
		at(day + 8 * HOUR),
	];
	const unread = ['after lunch', null];
	const shown = (...hours: number[]) => hours.map((hour) => at(day + hour * HOUR).start_date);
	const hint =
		'Appointments whose start cannot be read are the last ones, and may be of other days: 2';

	it('the earliest appointments first, and those without a readable start last', async () => {
		const { starts, hints } = await listing({ when: 'onDate', day: '2026-04-01' }, rows);
		expect([starts, hints]).toEqual([[...shown(0, 8, 9), ...unread], [hint]]);
		const given = { when: 'onDate', day: '2026-04-01', limit: 2 };
		expect((await listing(given, rows)).starts).toEqual(shown(0, 8));
	});

	it('what has no key last, as it came, with a hint', async () => {
		const keyless = [{ appointment_key: null, start_date: 'x' }, ...rows.slice(2, 3)];
		const { starts, hints } = await listing({ when: 'onDate', day: '2026-04-01' }, keyless);
		expect(starts).toEqual([...shown(9), 'x']);
		expect(hints).toEqual([
			'Entries without an appointment_key are passed through as they came: 1',
		]);
	});
});
