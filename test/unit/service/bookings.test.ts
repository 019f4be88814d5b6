import {
	bookingsLike,
	create,
	type Booking,
} from '../../../nodes/AppointmentScheduling/service/bookings';
import { SHAPES } from './shapes';
import { broken, failureOf, json, talkTo, throughWaits } from './support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const start = '2026-12-03T10:00:00-03:00';
const booking = (attendee: object = {}): Booking => ({
	calendar_key: 'cal',
	start: { dateTime: start },
	attendees: [
		{ name: 'Ana  Lima', email: 'ana@example.com', phone: '+55 (11) 99999-0000', ...attendee },
	],
});
type Sample = NonNullable<Parameters<typeof SHAPES.samples>[0]>;
const entry = (changes: Sample = {}) =>
	SHAPES.samples({ key: 'new', start, calendar: 'cal', phone: '5511999990000', ...changes });

const now = Date.parse('2026-12-01T12:00:00Z');
const at = (ms: number) => new Date(now + ms).toISOString();

/** Loses the response to the booking; then the service lists these. */
const losing = async (
	listed: object[],
	{ returned = new Set<string>(), wanted = booking(), ahead = 0, seen = false } = {},
) => {
	jest.setSystemTime(now);
	const posts: unknown[] = [];
	const date = () => ({ date: new Date(Date.now() + ahead).toUTCString() });
	const { client, requests } = talkTo(({ method, body }) => {
		if (method === 'POST') {
			posts.push(body);
			throw broken('ECONNRESET');
		}
		return json({ count: listed.length, next: null, results: listed }, 200, date());
	});
	if (seen) await client.read('calendars/');
	const outcome = await throughWaits(
		create(client, wanted, returned).then(
			(body) => ({ body }),
			(error: unknown) => ({ error }),
		),
	);
	return { ...outcome, posts, requests, returned };
};

it('a booking holds what was set and nothing else', async () => {
	const { client, requests } = talkTo(() => json(entry(), 201));
	const returned = new Set<string>();
	await create(client, booking(), returned);
	expect(requests).toHaveLength(1);
	expect(requests[0]).toMatchObject({ method: 'POST', body: booking() });
	expect([...returned]).toEqual(['new']);
});

describe('a booking whose response was lost', () => {
	it('is found in its calendar on its day by start, name and phone, made since it was sent', async () => {
		const found = await losing([entry({ created: at(-500) })]);
		expect(found).toMatchObject({ body: { appointment_key: 'new' } });
		expect(found.posts).toHaveLength(1);
		expect([...found.returned]).toEqual(['new']);
		expect(new URL(found.requests[1]!.url).search).toBe(
			'?calendar_key=cal&start_date=2026-12-02T12%3A00%3A00&end_date=2026-12-04T12%3A00%3A00&page_size=100',
		);
	});

	it.each<[string, object[]]>([
		['the service lists none', []],
		['it was made before', [entry({ created: at(-60_000) })]],
		[
			'the service does not say when it was made',
			[SHAPES.document({ key: 'new', start, calendar: 'cal' })],
		],
		['it is in another calendar', [entry({ created: at(200), calendar: 'other' })]],
		[
			'it starts at another time',
			[entry({ created: at(200), start: '2026-12-03T10:30:00-03:00' })],
		],
		['it is of another client', [entry({ created: at(200), name: 'Eva Lima' })]],
		['it has another phone', [entry({ created: at(200), phone: '5511999990001' })]],
		['it has another email', [entry({ created: at(200), email: 'eva@example.com' })]],
		['it is canceled', [entry({ created: at(200), status: 'CANCELED' })]],
		['two could be it', [entry({ created: at(200) }), entry({ created: at(300), key: 'twin' })]],
	])('stays unclear if %s', async (_what, listed) => {
		const found = await losing(listed);
		expect(found).toMatchObject({ error: { details: { mayBeDone: true } } });
		expect(found.posts).toHaveLength(1);
	});

	it('stays unclear without phone and email', async () => {
		const wanted = booking({ phone: undefined, email: undefined });
		const found = await losing([entry({ created: at(200) })], { wanted });
		expect(found).toMatchObject({ error: { details: { mayBeDone: true } } });
	});

	it('is not one that this run has already returned', async () => {
		const returned = new Set(['new']);
		expect(await losing([entry({ created: at(200) })], { returned })).toHaveProperty('error');
	});

	it.each([-40_000, 40_000])('is found on a clock that is %i ms ahead', async (ahead) => {
		for (const seen of [true, false]) {
			expect(await losing([entry({ created: at(ahead + 200) })], { ahead, seen })).toHaveProperty(
				'body',
			);
			const earlier = [entry({ created: at(ahead - 60_000) })];
			expect(await losing(earlier, { ahead, seen })).toHaveProperty('error');
		}
	});
});

describe('what a client has already', () => {
	const found = async (listed: object[], wanted: Booking) => {
		const { client } = talkTo(() => json({ count: listed.length, next: null, results: listed }));
		return (await bookingsLike(client, wanted)).map(({ key }) => key);
	};

	it('is found by name and by every phone and email that was given', async () => {
		expect(await found([entry()], booking({ phone: undefined }))).toEqual(['new']);
		// With the mobile digit that this one lacks.
		expect(await found([entry()], booking({ phone: '551199990000' }))).toEqual(['new']);
	});

	it('without a phone in the shape of the document matches no phone', async () => {
		const shown = [SHAPES.document({ key: 'new', start, calendar: 'cal' })];
		expect(await found(shown, booking())).toEqual([]);
		expect(await found(shown, booking({ phone: undefined }))).toEqual(['new']);
	});
});

it('a refusal of a booking keeps the field of each text', async () => {
	const body = { start: ['This time is taken.'], attendees: [{ email: ['Enter a valid email.'] }] };
	const { client } = talkTo(() => json(body, 400));
	expect(await failureOf(create(client, booking(), new Set()))).toMatchObject({
		details: {
			mayBeDone: false,
			said: [
				{ field: 'start', text: 'This time is taken.' },
				{ field: 'attendees.email', text: 'Enter a valid email.' },
			],
		},
	});
});
