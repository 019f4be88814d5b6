import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { credentialOf, type Booking, type Service, type Shape } from '../../stand-in';
import { listSearch } from '../support';
import { service } from '../support/service';

let scheduling: Service;
const at = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));

beforeEach(async () => {
	scheduling = await service({ samplesShowCode: true });
	at('2026-04-30T12:00:00Z');
});
afterEach(() => jest.restoreAllMocks());

/** Books at a local time of Madrid, the zone of the service. */
const book = (start_date: string, full_name: string, booking: Booking = {}) =>
	scheduling.book({
		status: 'NO_SHOW',
		start_date,
		calendar: { name: 'Dr. Weber' },
		person: { full_name, email: 'client@example.com' },
		...booking,
	});

async function search(filter?: string, paginationToken?: string, timezone = 'Europe/Madrid') {
	return await listSearch(AppointmentScheduling, 'searchAppointments', {
		filter,
		paginationToken,
		credentials: { ...credentialOf(scheduling), timezone },
	});
}
const names = async (...args: Parameters<typeof search>) =>
	(await search(...args)).results.map(({ name }) => name);
const people = async (typed: string) => (await names(typed)).map((name) => name.split(' · ')[1]);
const queries = () => scheduling.requests.entries.map(({ query }) => decodeURIComponent(query));

it.each<Shape | 'mixed'>(['samples', 'document', 'mixed'])(
	'starts each row with date and time, then name, calendar, status and code (%s)',
	async (shape) => {
		scheduling.set({ shape });
		const { appointment_key } = book('2026-05-01T10:00:00', 'Ana García', { search_code: 'AP-1' });
		book('2027-01-04T10:00:00', 'Ben', { search_code: 'AP-2', status: 'DECLINED' });
		expect((await search()).results).toEqual([
			{ name: 'Fri 1 May 10:00 · Ana García · Dr. Weber · No Show · AP-1', value: appointment_key },
			expect.objectContaining({
				name: 'Mon 4 Jan 2027 10:00 · Ben · Dr. Weber · DECLINED · AP-2',
			}),
		]);
	},
);

it('shows what there is of an appointment, and leaves out one without a usable key', async () => {
	const results = ['k'.repeat(128), 'k'.repeat(129), 7].map((appointment_key) => ({
		appointment_key,
		status: 'constructor',
		start_date: 'soon',
	}));
	const body = { count: 3, next: null, results };
	scheduling.faults.add({ action: { kind: 'respond', status: 200, body } });
	expect((await search()).results).toEqual([
		{ name: 'soon · constructor', value: 'k'.repeat(128) },
	]);
});

it.each([
	['', '2026-05-01', '2026-05-01T19:00:00+02:00 · Ana'],
	['Europe/Madrid', '2026-05-01', 'Fri 1 May 19:00 · Ana'],
	['Asia/Tokyo', '2026-05-01', 'Sat 2 May 02:00 · Ana'],
	['Pacific/Honolulu', '2026-04-30', 'Fri 1 May 07:00 · Ana'],
])(
	'shows times in the zone %j of the credential, from the beginning of its day',
	async (...row) => {
		const [timezone, day, shown] = row;
		at('2026-05-01T02:00:00Z');
		book('2026-05-01T19:00:00', 'Ana');
		expect(await names('', undefined, timezone)).toEqual([expect.stringContaining(shown)]);
		expect(queries()[0]).toContain(`start_date=${day}T00:00:00`);
	},
);

describe('scrolling', () => {
	const day = (days: number) =>
		new Date(Date.parse('2026-04-30') + days * 86_400_000).toISOString().slice(0, 10);

	it.each([undefined, 'Ana'])(
		'shows upcoming ones first, then past ones (search: %p)',
		async (typed) => {
			scheduling.set({ order: 'latestFirst' });
			scheduling.seed(100, (index) => ({
				start_date: `${day(index - 60)}T10:00:00`,
				person: { full_name: 'Ana' },
			}));
			const coming = await search(typed);
			expect(coming.results).toHaveLength(40);
			expect(coming.results[0]?.name).toContain('Thu 30 Apr 10:00');
			const past = await search(typed, String(coming.paginationToken));
			expect(past.results[0]?.name).toContain('Wed 29 Apr 10:00');
			// Without a search, of the last 30 days.
			expect(past.results).toHaveLength(typed === undefined ? 30 : 60);
			expect(past.paginationToken).toBeUndefined();
		},
	);

	it('starts with older ones if few are upcoming, because a short list cannot be scrolled', async () => {
		book('2026-05-01T10:00:00', 'Ana');
		book('2026-04-20T10:00:00', 'Ben');
		book('2026-04-21T10:00:00', 'Cleo');
		expect(await people('')).toEqual(['Ana', 'Cleo', 'Ben']);
		expect((await search()).paginationToken).toBeUndefined();
	});

	it('reads five pages of a part at most', async () => {
		scheduling.seed(700, { start_date: '2026-05-01T10:00:00' });
		expect((await search()).results).toHaveLength(500);
		expect(scheduling.requests.total).toBe(5);
	});
});

describe('a search', () => {
	it.each(['AP-77', 'cleo@example.com', 'Cleo  García '])('finds %j in any time', async (typed) => {
		const found = {
			search_code: 'AP-77',
			person: { full_name: 'Cleo García', email: 'cleo@example.com' },
		};
		book('2022-05-01T10:00:00', '', found);
		book('2026-05-01T11:00:00', 'Ben');
		expect(await people(typed)).toEqual(['Cleo García']);
	});

	it.each([
		['the name', /(^|&)name=/, 'AP-77'],
		['the code', /search_code=/, 'Cleo'],
	])('still finds by other fields if the service refuses %s', async (_what, query, typed) => {
		scheduling.faults.add({ query, action: { kind: 'respond', status: 400 } });
		book('2022-05-01T10:00:00', 'Cleo', { search_code: 'AP-77' });
		expect(await people(typed)).toEqual(['Cleo']);
	});

	it('reports what went wrong if the service refuses everything', async () => {
		const body = { detail: 'No search today.' };
		scheduling.faults.add({ action: { kind: 'respond', status: 400, body } });
		await expect(search('Ana')).rejects.toThrow('No search today.');
	});
});
