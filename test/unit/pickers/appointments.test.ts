import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { credentialOf, type Booking, type Service } from '../../stand-in';
import { listSearch } from '../support';
import { service } from '../support/service';

let scheduling: Service;
const at = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));

beforeEach(async () => {
	scheduling = await service();
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

async function search(
	filter?: string,
	{ paginationToken, timezone, option }: Record<string, string | undefined> = {},
) {
	return await listSearch(AppointmentScheduling, 'searchAppointments', {
		filter,
		paginationToken,
		credentials: { ...credentialOf(scheduling), timezone: timezone ?? 'Europe/Madrid' },
		currentNodeParameters: { options: { timezone: option ?? '={{ $json.zone }}' } },
	});
}
const names = async (...args: Parameters<typeof search>) =>
	(await search(...args)).results.map(({ name }) => name);
/** All rows, page by page. */
async function pages(filter?: string): Promise<string[][]> {
	const all: string[][] = [];
	let paginationToken: string | undefined;
	do {
		const page = await search(filter, { paginationToken });
		all.push(page.results.map(({ name }) => name));
		paginationToken = page.paginationToken as string | undefined;
	} while (paginationToken !== undefined);
	return all;
}

it('starts each row with date and time, then name, calendar, status and code', async () => {
	const { appointment_key } = book('2026-05-01T10:00:00', 'Ana García', { search_code: 'AP-1' });
	book('2027-01-04T10:00:00', 'Ben');
	expect((await search()).results).toEqual([
		{ name: 'Fri 1 May 10:00 · Ana García · Dr. Weber · No Show · AP-1', value: appointment_key },
		expect.objectContaining({ name: expect.stringContaining('Mon 4 Jan 2027 10:00 · Ben') }),
	]);
});

it.each([
	['', undefined, '2026-05-01', '2026-05-01T19:00:00+02:00 · Ana'],
	[undefined, undefined, '2026-05-01', 'Fri 1 May 19:00 · Ana'],
	['Asia/Tokyo', undefined, '2026-05-01', '02:00'],
	['Asia/Tokyo', 'Pacific/Honolulu', '2026-04-30', '07:00'],
])(
	'shows times in the zone %s of the credential, or %s of the option',
	async (timezone, option, day, time) => {
		at('2026-05-01T02:00:00Z');
		book('2026-05-01T19:00:00', 'Ana');
		const [name] = await names('', { timezone, option });
		expect(name).toContain(time);
		expect(scheduling.requests.entries[0]?.query).toContain(`start_date=${day}T00%3A00%3A00`);
	},
);

describe('scrolling', () => {
	const day = (days: number) =>
		new Date(Date.parse('2026-04-30') + days * 86_400_000).toISOString().slice(0, 10);

	it.each([undefined, 'Ana'])(
		'shows every appointment, upcoming ones first (search: %p)',
		async (typed) => {
			const booked = scheduling.seed(1200, (index) => ({
				start_date: `${day(index - 900)}T10:00:00`,
				person: { full_name: 'Ana' },
			}));
			const shown = await pages(typed);
			expect(shown[0]?.[0]).toContain('Thu 30 Apr 10:00');
			expect(shown.find(([first]) => first?.includes('29 Apr'))).toBeDefined();
			const codes = shown.flat().map((name) => name.split(' · ').at(-1));
			expect(codes.sort()).toEqual(booked.map(({ search_code }) => search_code).sort());
		},
	);

	it('starts with older ones if few are upcoming, because a short list cannot be scrolled', async () => {
		book('2026-05-01T10:00:00', 'Ana');
		book('2026-04-20T10:00:00', 'Ben');
		book('2026-04-21T10:00:00', 'Cleo');
		book('2020-01-01T10:00:00', 'Dana');
		expect((await pages()).map((page) => page.map((name) => name.split(' · ')[1]))).toEqual([
			['Ana', 'Cleo', 'Ben', 'Dana'],
		]);
	});
});

it.each(['-1000000000', '5', '1.5', 'NaN', 'constructor', ' 1'])(
	'refuses %j as the next page, and asks the service for nothing',
	async (paginationToken) => {
		await expect(search('', { paginationToken })).rejects.toThrow(/^'Appointment': /);
		expect(scheduling.requests.total).toBe(0);
	},
);

it('shows a status that every object has a field for, and no key of more than 128 characters', async () => {
	const results = ['k'.repeat(128), 'k'.repeat(129)].map((appointment_key) => ({
		appointment_key,
		status: 'constructor',
		search_code: 'AP-1',
	}));
	scheduling.faults.add({ action: { kind: 'respond', status: 200, body: { results } } });
	expect((await search()).results).toEqual([
		{ name: 'constructor · AP-1', value: 'k'.repeat(128) },
	]);
});

describe('a search', () => {
	const people = async (typed: string) => (await names(typed)).map((name) => name.split(' · ')[1]);

	it.each(['AP-77', 'cleo@example.com', 'garcia', 'weber'])('finds %s', async (typed) => {
		const found = {
			search_code: 'AP-77',
			person: { full_name: 'Cleo García', email: 'cleo@example.com' },
		};
		book('2026-05-01T10:00:00', '', found);
		book('2026-05-01T11:00:00', 'Ben', { calendar: { name: 'Optics' } });
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
});
