import fc from 'fast-check';
import { isExpression, traverseNodeParameters, type FromAIArgument } from 'n8n-workflow';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { failureOf, host, nock } from '../actions/support';
import { listSearch } from '../support';
import { credentialOf, type Booking, type Service } from '../../stand-in';
import { service } from '../support/service';

const appointments = '/api/v3/appointments/';
const search = async (method: string, filter?: string) =>
	await listSearch(AppointmentScheduling, method, { filter });

describe('webhooks', () => {
	it('never show the secret of a URL, which n8n would store in the workflow', async () => {
		const url = 'https://ana:pass@a.example/x?secret=s3cret&tenant=7#s3cret';
		nock(host)
			.persist()
			.get('/api/v3/webhooks/')
			.reply(200, [
				{ id: 1, url, events: ['appointment.created'] },
				{ id: 2, url: '/x?secret=s3cret' },
				{ url: 'https://a.example/without-key' },
			]);
		expect((await search('searchWebhooks')).results).toEqual([
			{ name: 'https://a.example/x (appointment.created)', value: '1' },
			{ name: '/x', value: '2' },
		]);
		expect((await search('searchWebhooks', ' A.EXAMPLE ')).results).toHaveLength(1);
	});
});

it('a calendar that is not among those of the first 1,000 appointments is not said to be missing', async () => {
	const results = Array.from({ length: 1_000 }, (_, index) => ({
		appointment_key: `k${index}`,
		start_date: '2090-05-16T10:00:00',
		calendar: { calendar_key: 'c', name: 'Dentistry' },
	}));
	nock(host).persist().get(appointments).query(true).reply(200, { results, next: null });
	expect((await search('searchCalendars', 'dent')).results).toHaveLength(1);
	const failure = await failureOf(search('searchCalendars', 'Radiology'));
	expect(failure.message).toMatch(/^'Calendar': nothing was found\. .*first 1000/);
});

describe('n8n never evaluates a row', () => {
	const hostile = fc
		.array(
			fc.constantFrom(
				...[
					'=',
					'＝',
					'{{',
					'}}',
					'{',
					'}',
					' ',
					'\n',
					'\uFEFF',
					'\u200B',
					'\u202E',
					'\x1b',
					'\0',
					"'",
				],
				...['$fromAI(', '$', 'fromAI', '("a")', 'process.exit()', '<img src=x>', 'Ana', '7*7'],
			),
			{ minLength: 1, maxLength: 8 },
		)
		.map((parts) => parts.join(''));

	it.each(['searchAppointments', 'searchCalendars', 'searchWebhooks'])('%s', async (method) => {
		await fc.assert(
			fc.asyncProperty(hostile, hostile, async (text, key) => {
				const person = { full_name: text, email: text };
				const results = [key, 'plain'].map((calendar_key) => ({
					search_code: text,
					start_date: text,
					status: text,
					person,
					appointment_key: calendar_key,
					calendar: { calendar_key, name: text },
				}));
				const webhooks = [key, 'plain'].map((id) => ({ id, url: text, events: [text] }));
				nock(host).persist().get(appointments).query(true).reply(200, { results });
				nock(host).persist().get('/api/v3/webhooks/').reply(200, webhooks);
				const rows = (await search(method)).results;
				nock.cleanAll();
				expect(rows.map(({ value }) => value)).toContain('plain');
				for (const { name, value } of rows) {
					const found: FromAIArgument[] = [];
					traverseNodeParameters([name, value], found);
					expect(found).toEqual([]);
					for (const stored of [name, String(value)]) {
						// As it is, or after any trimming.
						expect(isExpression(stored.replace(/^[\s\p{C}]+/u, ''))).toBe(false);
						expect(stored).not.toMatch(/[{}<>\p{Cc}\p{Cf}]/u);
						expect(stored).not.toBe('');
					}
				}
			}),
			{ numRuns: 60 },
		);
	});
});

it.each(['searchAppointments', 'searchCalendars', 'searchWebhooks'])(
	'%s reports what went wrong, without the token and without tags',
	async (method) => {
		nock(host).get(/./).reply(401, { detail: 'Invalid <b>token</b> token-of-the-unit-tests.' });
		const failure = await failureOf(search(method));
		expect(failure).toMatchObject({
			name: 'NodeApiError',
			message: 'The service did not accept the access token: Invalid ‹b›token‹/b› •••.',
			description: expect.stringContaining('Access Token'),
		});
		expect(JSON.stringify(failure)).not.toContain('token-of-the-unit-tests');
	},
);

describe('appointments', () => {
	let scheduling: Service;
	const at = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));

	beforeEach(async () => {
		nock.enableNetConnect('127.0.0.1');
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

	it.each(['-1000000000', '5', 'constructor'])(
		'takes the first page for %j, which is none',
		async (paginationToken) => {
			const { appointment_key: value } = book('2026-05-01T10:00:00', 'Ana');
			expect((await search('', { paginationToken })).results).toMatchObject([{ value }]);
			expect(scheduling.requests.total).toBe(5);
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
		const people = async (typed: string) =>
			(await names(typed)).map((name) => name.split(' · ')[1]);

		it.each(['AP-77', 'cleo@example.com', 'garcia', 'weber'])('finds %s', async (typed) => {
			const found = {
				search_code: 'AP-77',
				person: { full_name: 'Cleo García', email: 'cleo@example.com' },
			};
			book('2026-05-01T10:00:00', '', found);
			book('2026-05-01T11:00:00', 'Ben', { calendar: { name: 'Optics' } });
			expect(await people(typed)).toEqual(['Cleo García']);
		});

		it('compares rows itself only near today, because it has to read them all', async () => {
			await pages('nobody');
			const all = scheduling.requests.entries.filter(
				({ query }) => !/(?:^|&)(?:name|search_code)=/.test(query),
			);
			expect(all).toHaveLength(3);
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
});
