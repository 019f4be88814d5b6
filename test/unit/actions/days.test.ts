import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { listDays } from '../../../nodes/AppointmentScheduling/service/days';
import { json, talkTo } from '../service/support';
import { CLOCK_CHANGES, momentsOf, wallClock, zones } from '../service/values/zones';
import { host, nock, run } from './support';

/** Noon in Madrid, an hour before midnight in Auckland. */
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

/** What Get Many returns of these rows, of a service that reads filters in its own zone. */
async function listing(
	parameters: INodeParameters,
	rows: Array<{ moment?: number; start_date: unknown }>,
	{ timezone = MADRID, filterZone = 'UTC' } = {},
) {
	nock(host)
		.persist()
		.get('/api/v3/appointments/')
		.query(true)
		.reply((uri) => {
			const numbered = rows.map((row, index) => ({ ...row, appointment_key: `k${index}` }));
			return [200, { results: listed(numbered, uri, filterZone) }];
		});
	const { items, hints } = await run('appointment:getAll', parameters, {
		credentials: { timezone },
	});
	return {
		starts: items.map(({ json: { start_date } }) => start_date),
		hints: hints.map(({ message }) => message),
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
	[{ filters: { onDate: '2026-03-29' } }, '2026-03-29', '2026-03-29'],
	[
		{ filters: { onDate: "={{ DateTime.fromISO('2026-04-01T20:00:00Z') }}" } },
		'2026-04-01',
		'2026-04-01',
	],
])('%j lists the days from %s to %s, in whatever zone filters are read', async (given, ...days) => {
	const rows = everyDay('2026-03-15', '2026-05-05');
	const expected = everyDay(...days).map(({ start_date }) => start_date);
	for (const filterZone of ['UTC', MADRID, 'Pacific/Auckland', 'America/New_York']) {
		const { starts } = await listing({ ...given, returnAll: true }, rows, { filterZone });
		nock.cleanAll();
		expect(starts).toEqual(expected);
	}
});

it('today is the day of the service, not of the workflow', async () => {
	const rows = everyDay('2026-03-25', '2026-04-01');
	const { starts } = await listing({ when: 'tomorrow' }, rows, { timezone: 'Pacific/Auckland' });
	const own = (moment: number) => wallClock(moment, 'Pacific/Auckland').slice(0, 10);
	const expected = rows.filter(({ moment }) => own(moment) === '2026-03-30');
	expect(starts).toEqual(expected.map(({ start_date }) => start_date));
});

it('weeks begin on Monday, also on a Sunday', async () => {
	jest.setSystemTime(Date.parse('2026-03-29T10:00:00Z'));
	const { starts } = await listing({ when: 'thisWeek' }, everyDay('2026-03-15', '2026-05-05'));
	expect([starts[0], starts.length]).toEqual(['2026-03-22T23:00:00.000Z', 21]);
});

it('a day is the day of the account in every zone, with an offset, a Z or none', async () => {
	const notations = {
		utc: (moment: number) => new Date(moment).toISOString(),
		local: wallClock,
		offset: (moment: number) => DateTime.fromMillis(moment, { zone: 'Asia/Kolkata' }).toISO(),
	};
	const places = fc.oneof(
		fc.constantFrom(...CLOCK_CHANGES),
		zones.map((zone) => ({ zone, day: '2026-06-15' })),
	);
	const notation = fc.constantFrom(...Object.values(notations));
	let found = 0;
	await fc.assert(
		fc.asyncProperty(places, zones, notation, async ({ zone, day }, filterZone, write) => {
			const rows = Array.from({ length: 24 * 6 }, (_, hour) => {
				const moment = Date.parse(day) + (hour - 60) * HOUR;
				return { moment, start_date: write(moment, zone) };
			});
			const { client } = talkTo(({ url }) => json({ results: listed(rows, url, filterZone) }));
			const query = { filters: {}, statuses: [], days: [day, day] as [string, string], zone };
			const { elements } = await listDays(client, query, { hint: () => {}, read: () => {} });
			const expected = rows.filter(({ moment }) => wallClock(moment, zone).startsWith(day));
			found += expected.length;
			expect(elements).toEqual(expected);
		}),
		{ numRuns: 150 },
	);
	expect(found).toBeGreaterThan(2_000);
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

	it('with When the earliest appointments first, and those without a readable start last', async () => {
		const { starts, hints } = await listing({ when: 'onDate', day: '2026-04-01' }, rows);
		expect([starts, hints]).toEqual([[...shown(0, 8, 9), ...unread], [hint]]);
		nock.cleanAll();
		const given = { when: 'onDate', day: '2026-04-01', limit: 2 };
		expect((await listing(given, rows)).starts).toEqual(shown(0, 8));
	});

	it('with On Date the order of the service, limited to those of the day', async () => {
		const given = { filters: { onDate: '2026-04-01' } };
		expect((await listing(given, rows)).starts).toEqual([...shown(9, 0, 8), ...unread]);
		nock.cleanAll();
		expect((await listing({ ...given, limit: 2 }, rows)).starts).toEqual(shown(9, 0));
	});
});

it('a day without midnight begins at its first moment, as Start Date too', async () => {
	const cairo = { timezone: 'Africa/Cairo' };
	const first = Date.parse('2027-04-29T22:00:00Z');
	const rows = [at(first - 1000), at(first), at(first + 23 * HOUR - 1000), at(first + 23 * HOUR)];
	const given = { when: 'onDate', day: '2027-04-30' };
	const expected = [rows[1]!.start_date, rows[2]!.start_date];
	expect((await listing(given, rows, cairo)).starts).toEqual(expected);
	nock.cleanAll();
	const asked: string[] = [];
	nock(host)
		.get('/api/v3/appointments/')
		.query(true)
		.reply((uri) => {
			asked.push(decodeURIComponent(uri));
			return [200, { results: [] }];
		});
	const filters = { startDate: '2027-04-30', endDate: '2027-04-30' };
	await run('appointment:getAll', { filters }, { credentials: cairo });
	expect(asked[0]).toContain('end_date=2027-04-30T23:59:59&start_date=2027-04-30T01:00:00');
});
