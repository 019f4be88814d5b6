import type { INodeParameters } from 'n8n-workflow';

import { credentialOf, type Booking, type ServiceOptions } from '../../stand-in';
import { takesShort } from '../service/support';
import { service } from '../support/service';
import { failureOf, host, locator, nock, run } from './support';

const day = '2030-12-03';
const wanted = { when: 'onDate', day, closes: '11:00' };
const calendar = { calendar_key: 'f0f0f0f0-1111-4111-8111-111111111111', name: 'Dentistry' };
const other = { calendar_key: 'e0e0e0e0-1111-4111-8111-111111111111', name: 'Optics' };

beforeEach(() => nock.enableNetConnect('127.0.0.1'));

/** The free times of a calendar with these appointments. */
async function freeTimes(
	bookings: Booking[],
	parameters: INodeParameters = {},
	dialect: ServiceOptions['dialect'] = {},
	times = 1,
) {
	const stand = await service({ dialect, zone: 'Europe/Madrid' });
	for (const booking of bookings) stand.book({ status: 'CONFIRMED', calendar, ...booking });
	const options = {
		credentials: { ...credentialOf(stand), timezone: 'Europe/Madrid' },
		timezone: 'America/New_York',
		items: Array.from({ length: times }, () => ({})),
	};
	const given = { calendar: locator(calendar.calendar_key), ...wanted, ...parameters };
	const { items, hints } = await run('appointment:getFreeTimes', given, options);
	return {
		items,
		starts: items.map(({ json }) => String(json.start_date).slice(11, 16)),
		hints: hints.map(({ message }) => message),
		requests: stand.requests.total,
	};
}

it('returns start and end with the offset of the service, and the calendar', async () => {
	const { items } = await freeTimes([], { limit: 1 });
	const json = {
		start_date: '2030-12-03T09:00:00+01:00',
		end_date: '2030-12-03T09:30:00+01:00',
		calendar_key: calendar.calendar_key,
		calendar_name: null,
	};
	expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
});

it.each<[string, INodeParameters, string[]]>([
	[
		'every 15 minutes',
		{ closes: '11:00', options: { every: 15 } },
		['09:00', '09:15', '10:15', '10:30'],
	],
	[
		'around a break',
		{ options: { breaks: { break: [{ from: '9:15', to: '10:30' }] } } },
		['10:30'],
	],
	['until midnight', { opens: '23:00', closes: '00:00' }, ['23:00', '23:30']],
	['until 24:00', { opens: '23:00', closes: '24:00', duration: 60 }, ['23:00']],
	['never on a closed day', { weekdays: '1, 3' }, []],
	['never within the notice', { options: { notice: 100_000_000 } }, []],
])(
	'times are offered %s, where the calendar has no appointment',
	async (_what, given, expected) => {
		const bookings: Booking[] = [
			{ start_date: `${day}T09:45:00` },
			{ start_date: `${day}T09:00:00`, status: 'CANCELED' },
			{ start_date: `${day}T10:30:00`, calendar: other },
		];
		expect((await freeTimes(bookings, given)).starts).toEqual(expected);
	},
);

it('an appointment whose calendar the service does not say takes time in each calendar', async () => {
	const booked = { appointment_key: 'a', start_date: `${day}T09:00:00` };
	nock(host)
		.persist()
		.get(/./)
		.reply(200, { results: [booked, { ...booked, appointment_key: 'b', calendar }] });
	const { items } = await run('appointment:getFreeTimes', {
		...wanted,
		calendar: locator('elsewhere'),
		limit: 2,
		options: { moreCalendars: calendar.calendar_key, timezone: 'Europe/Madrid' },
	});
	expect(items.map(({ json }) => [json.start_date, json.calendar_name])).toEqual(
		[null, 'Dentistry'].map((name) => [`${day}T09:30:00+01:00`, name]),
	);
});

describe('several calendars', () => {
	const third = { calendar_key: 'd0d0d0d0-1111-4111-8111-111111111111', name: 'Physio' };
	const bookings: Booking[] = [
		{ start_date: `${day}T09:00:00` },
		{ start_date: `${day}T09:30:00`, calendar: other },
		{ start_date: `${day}T09:00:00`, calendar: third },
	];
	const keys = [third, other, calendar, other].map(({ calendar_key }) => calendar_key);

	it.each([
		[other.calendar_key, ['09:00 Optics', '09:30 Dentistry', '10:00 Dentistry']],
		[`={{ ${JSON.stringify(keys)} }}`, ['09:00 Optics', '09:30 Dentistry', '09:30 Physio']],
	])('%s give one list in order of start, read once', async (moreCalendars, expected) => {
		const given = { closes: '10:30', limit: 3, options: { moreCalendars } };
		const { items, starts, requests } = await freeTimes(bookings, given);
		const shown = starts.map((time, at) => `${time} ${String(items[at]?.json.calendar_name)}`);
		expect([shown, requests]).toEqual([expected, 1]);
	});
});

it('searches a calendar once, however often it is given and however its key is written', async () => {
	const upper = calendar.calendar_key.toUpperCase();
	const given = { limit: 4, options: { moreCalendars: `${upper}, ${calendar.calendar_key}` } };
	const { starts } = await freeTimes([{ start_date: `${day}T09:30:00` }], given);
	expect(starts).toEqual(['09:00', '10:00', '10:30']);
});

describe('a calendar without appointments on these days', () => {
	const elsewhere: Booking = { start_date: '2029-01-01T09:00:00', calendar: other };
	const isUnknown = `no appointment was ever in the calendar ${calendar.calendar_key}`;

	it('is an error that names its key and the option, if the account has appointments', async () => {
		const failure = await failureOf(freeTimes([elsewhere]));
		expect(failure.message).toBe(`'Calendar': ${isUnknown}`);
		expect(failure.description).toContain("add the option 'New Calendar'");
		const more = {
			calendar: locator(other.calendar_key),
			options: { moreCalendars: calendar.calendar_key },
		};
		expect((await failureOf(freeTimes([elsewhere], more))).message).toBe(
			`'More Calendars': ${isUnknown}`,
		);
	});

	it('is free all day if the option New Calendar says so', async () => {
		const { starts, hints } = await freeTimes([elsewhere], { options: { newCalendar: true } });
		expect([starts, hints]).toEqual([['09:00', '09:30', '10:00', '10:30'], []]);
		await failureOf(freeTimes([elsewhere], { options: { newCalendar: false } }));
	});

	it('is a hint in an account without any appointment, and asked for once in a run', async () => {
		const { items, hints, requests } = await freeTimes([], { limit: 1 }, {}, 3);
		const text = `No appointment shows whether there is a calendar ${calendar.calendar_key}: check its key`;
		// The days, any appointment of the calendar, any of the account.
		expect([items.length, hints, requests]).toEqual([3, [text], 3]);
	});

	it('is not refused by a service that ignores the filter or shows no calendars', async () => {
		const serve = async (found: object) => {
			nock(host)
				.get('/api/v3/appointments/')
				.query((query) => query.end_date !== undefined)
				.reply(200, { results: [] })
				.get('/api/v3/appointments/')
				.query({ calendar_key: 'room', start_date: '2000-01-01T00:00:00' })
				.reply(200, {
					results: [{ appointment_key: 'a', start_date: '2029-01-01T09:00:00Z', ...found }],
				});
			const given = { ...wanted, calendar: locator('room'), limit: 1 };
			const { items, hints } = await run('appointment:getFreeTimes', given);
			return [items.length, hints.length];
		};
		expect(await serve({})).toEqual([1, 0]);
		expect(await serve({ calendar: other })).toEqual([1, 1]);
	});
});

it.each(['canceled', 'CANCELLED', 'Canceled_Client'])(
	'the status %s takes no time',
	async (status) => {
		const results = [{ appointment_key: 'a', status, start_date: `${day}T09:00:00`, calendar }];
		nock(host).get('/api/v3/appointments/').query(true).reply(200, { results });
		const given = { ...wanted, calendar: locator(calendar.calendar_key), limit: 1 };
		const { items } = await run('appointment:getFreeTimes', given);
		expect(items[0]?.json.start_date).toBe(`${day}T09:00:00+01:00`);
	},
);

it('reads the name of a calendar from any appointment in it', async () => {
	const { items, hints } = await freeTimes([{ start_date: '2029-01-01T09:00:00' }], { limit: 1 });
	expect(items[0]?.json.calendar_name).toBe('Dentistry');
	expect(hints).toEqual([]);
});

const weekend = { day: '2030-12-07' };
const allDay: Booking = { start_date: `${day}T08:00:00`, end_date: `${day}T20:00:00` } as Booking;

it.each<[string, Booking[], INodeParameters]>([
	['closed on these days', [], weekend],
	['in the past, or sooner than the notice', [allDay], { day: '2020-12-03' }],
	[
		'booked',
		['09:00', '09:30', '10:00', '10:30'].map((time) => ({ start_date: `${day}T${time}:00` })),
		{},
	],
])('says that nothing is free because it is %s', async (reason, bookings, given) => {
	const known = [...bookings, { start_date: '2029-01-01T09:00:00' }];
	const { starts, hints } = await freeTimes(known, given);
	expect(starts).toEqual([]);
	expect(hints).toContainEqual(expect.stringContaining(`Nothing is free: ${reason}`));
});

/** The service says how long an appointment takes. */
const sent = { extraFields: true };
const assumed = (minutes: number) =>
	`The service does not say how long some of these appointments take: ${minutes} minutes were assumed`;

describe('an appointment without a length takes', () => {
	const ten = [{ start_date: `${day}T10:00:00` }];
	const given = { opens: '09:30', duration: 15 };

	it('as long as the search, and a hint names the option if that is short', async () => {
		const { starts, hints } = await freeTimes(ten, given);
		expect(starts).toEqual(['09:30', '09:45', '10:15', '10:30', '10:45']);
		expect(hints).toEqual([
			`${assumed(15)}. If they take longer, enter it in 'Booked Duration (Minutes)'`,
		]);
	});

	it('as long as Booked Duration says, and nothing is assumed', async () => {
		const { starts, hints } = await freeTimes(ten, { ...given, options: { bookedDuration: 45 } });
		expect([starts, hints]).toEqual([['09:30', '09:45', '10:45'], []]);
	});
});

it('says if the length of an appointment was assumed', async () => {
	const nine = { start_date: `${day}T09:00:00` };
	expect((await freeTimes([nine], { duration: 45 })).hints).toEqual([assumed(45)]);
	const { starts, hints } = await freeTimes([{ ...nine, duration: 60 }], {}, sent);
	expect([starts, hints]).toEqual([['10:00', '10:30'], []]);
});

describe('a long search', () => {
	const year = { when: 'between', from: '2031-01-01', to: '2031-12-31' };
	const allDay = { opens: '00:00', closes: '24:00', weekdays: [1, 2, 3, 4, 5, 6, 7], duration: 1 };
	const nineMore = Array.from({ length: 9 }, (_, index) => `room-${index}`).join();
	const search = async (parameters: INodeParameters) => {
		nock(host).persist().get('/api/v3/appointments/').query(true).reply(200, { results: [] });
		const given = { calendar: locator('room'), ...year, ...allDay, ...parameters };
		return await run('appointment:getFreeTimes', given).finally(() => nock.cleanAll());
	};

	it('takes as long as Limit says, not as the days', async () => {
		await search({ limit: 1 });
		await takesShort(async () => {
			const { items } = await search({ limit: 1, options: { moreCalendars: nineMore } });
			expect(items).toHaveLength(1);
		});
	});

	it.each<[string, INodeParameters]>([
		['every minute of a year', { returnAll: true }],
		['a high limit', { limit: 100_001 }],
		['many calendars', { returnAll: true, options: { every: 48, moreCalendars: nineMore } }],
	])('of %s is refused before anything is sent', async (_what, parameters) => {
		const given = { calendar: locator('room'), ...year, ...allDay, ...parameters };
		const { message, description } = await failureOf(run('appointment:getFreeTimes', given));
		expect(message).toMatch(
			/^'Every \(Minutes\)': up to \d+ times may be free on these days, and the node looks at 100000 at most$/,
		);
		expect(description).toMatch(/more minutes.*'When'.*'More Calendars'/);
	});
});

describe('items that move with Check Slot', () => {
	/** Moves three appointments of the calendar to these times of the day. */
	async function moved(starts: string[], options: INodeParameters = { checkSlot: true }) {
		const stand = await service({ zone: 'Europe/Madrid' });
		const items = ['09:00', '09:30', '10:00'].map((time, index) => {
			const own = { status: 'CONFIRMED', calendar, start_date: `${day}T${time}:00` } as const;
			return { key: stand.book(own).appointment_key, start: `${day}T${starts[index]}:00` };
		});
		const appointment = locator('={{ $json.key }}');
		const parameters = { appointment, startDate: '={{ $json.start }}', options };
		const moving = await run('appointment:reschedule', parameters, {
			credentials: { ...credentialOf(stand), timezone: 'Europe/Madrid' },
			items,
			continueOnFail: true,
		});
		return {
			errors: moving.items.flatMap(({ json }) => json.error ?? []),
			hints: moving.hints.map(({ message }) => message),
			moves: stand.requests.of('PATCH', /reschedule/).length,
			lists: stand.requests.of('GET', /appointments\/$/).length,
		};
	}
	// The service itself would accept every start that is not exactly the same.
	const overlapping = ['14:00', '14:15', '14:29'];

	it('never move to the same time', async () => {
		const isTaken = expect.stringContaining('is taken in this calendar');
		// Turns it on.
		const checked = await moved(overlapping, { duration: 30 });
		expect(checked).toMatchObject({ errors: [isTaken, isTaken], moves: 1 });
	});

	it('read the calendar once, use times that others left, and say which length was assumed', async () => {
		const expected = { errors: [], hints: [assumed(30)], moves: 3, lists: 1 };
		expect(await moved(['14:00', '09:00', '09:30'])).toEqual(expected);
	});

	it('are not checked if Check Slot is off, whatever the duration', async () => {
		const off = await moved(overlapping, { checkSlot: false, duration: 30 });
		expect(off).toMatchObject({ errors: [], moves: 3, lists: 0 });
	});
});
