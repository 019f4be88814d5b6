import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { listSearch } from '../support';
import { host, nock } from '../actions/support';
import { appointments, row, search } from './support';

const at = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
afterEach(() => jest.restoreAllMocks());

describe('appointments', () => {
	beforeEach(() => void at('2026-04-30T12:00:00Z'));

	it('are those from today on, by what people know them by', async () => {
		nock(host)
			.get(appointments)
			.query(({ start_date, ...rest }) => {
				expect(start_date).toMatch(/^\d{4}-\d\d-\d\dT00:00:00$/);
				return Object.keys(rest).length === 0;
			})
			.reply(200, {
				results: [
					row('1'),
					row('', { appointment_key: null }),
					row('2', { person: null, search_code: null }),
				],
			});
		const { results } = await search('searchAppointments');
		expect(results).toEqual([
			{ name: 'Ana García · Fri 1 May 10:00 · AP-1 · No Show', value: '1' },
			{ name: 'Fri 1 May 10:00 · No Show', value: '2' },
		]);
	});

	it("start with the day it is in n8n's own zone, the only one known in the editor", async () => {
		at('2026-05-01T02:00:00Z');
		nock(host)
			.get(appointments)
			.query({ start_date: '2026-04-30T00:00:00' })
			.reply(200, { results: [] });
		const { results } = await search('searchAppointments');
		expect(results).toEqual([]);
	});

	it.each([
		['Asia/Tokyo', undefined, '2026-05-01'],
		['Asia/Tokyo', 'Europe/Madrid', '2026-05-01'],
		['Pacific/Honolulu', 'Europe/Madrid', '2026-05-01'],
		['Asia/Tokyo', 'Pacific/Honolulu', '2026-04-30'],
	])(
		'start with the day it is in the zone of the account (%s, option %s)',
		async (timezone, option, day) => {
			at('2026-05-01T02:00:00Z');
			nock(host)
				.get(appointments)
				.query({ start_date: `${day}T00:00:00` })
				.reply(200, { results: [row('1', { start_date: '2026-05-01T10:00:00Z' })] });
			const { results } = await listSearch(AppointmentScheduling, 'searchAppointments', {
				credentials: { timezone },
				currentNodeParameters: { options: { timezone: option ?? '={{ $json.zone }}' } },
			});
			const hour = { 'Asia/Tokyo': 19, 'Europe/Madrid': 12, 'Pacific/Honolulu': '00' }[
				option ?? timezone
			];
			expect(results[0]?.name).toContain(`Fri 1 May ${hour}:00`);
		},
	);

	it('are found by name and by code, each once', async () => {
		nock(host)
			.get(appointments)
			.query({ name: 'Ana & co' })
			.reply(200, { results: [row('1'), row('2')] });
		nock(host)
			.get(appointments)
			.query({ search_code: 'Ana & co' })
			.reply(200, { results: [row('2'), row('3')] });
		const { results } = await search('searchAppointments', ' Ana & co ');
		expect(results.map(({ value }) => value)).toEqual(['1', '2', '3']);
	});

	it('are found by email', async () => {
		nock(host)
			.get(appointments)
			.query({ email: 'ana@example.com' })
			.reply(200, { results: [row('1')] });
		expect((await search('searchAppointments', 'ana@example.com')).results).toHaveLength(1);
	});

	describe('are all reached by scrolling', () => {
		const { start_date: _, ...timeless } = row('');
		const day = (days: number) =>
			new Date(Date.parse('2026-04-30') + days * 86_400_000).toISOString().slice(0, 10);
		/** The service holds one appointment a day, in an order of its own. */
		const stored = Array.from({ length: 1200 }, (_unused, index) => ({
			...timeless,
			appointment_key: `k${index}`,
			start_date: `${day(index - 900)}T10:00:00`,
		})).sort((a, b) => (a.appointment_key.slice(-1) < b.appointment_key.slice(-1) ? -1 : 1));

		it('upcoming ones first, then further and further back, each once', async () => {
			nock(host)
				.persist()
				.get(appointments)
				.query(true)
				.reply((uri) => {
					const { searchParams } = new URL(uri, host);
					const from = searchParams.get('start_date') ?? '';
					const to = searchParams.get('end_date') ?? '9';
					return [
						200,
						{ results: stored.filter(({ start_date }) => from <= start_date && start_date <= to) },
					];
				});
			const shown: string[] = [];
			const starts: string[] = [];
			let paginationToken: string | undefined;
			do {
				const page = await listSearch(AppointmentScheduling, 'searchAppointments', {
					paginationToken,
				});
				expect(page.results.length).toBeLessThanOrEqual(100);
				shown.push(...page.results.map(({ value }) => String(value)));
				starts.push(String(page.results[0]?.name));
				({ paginationToken } = page as { paginationToken?: string });
			} while (paginationToken !== undefined);
			nock.cleanAll();
			expect([...shown].sort()).toEqual(
				stored.map(({ appointment_key }) => appointment_key).sort(),
			);
			expect(new Set(shown).size).toBe(shown.length);
			const upcoming = shown.slice(0, 300).map((key) => Number(key.slice(1)));
			expect(Math.min(...upcoming)).toBe(900);
			expect(starts.find((name) => name.includes('29 Apr'))).toBeDefined();
		});
	});

	it('of another year are shown with the year', async () => {
		nock(host)
			.get(appointments)
			.query(true)
			.reply(200, { results: [row('1', { start_date: '2027-01-04T10:00:00' })] });
		expect((await search('searchAppointments')).results[0]?.name).toContain('Mon 4 Jan 2027 10:00');
	});
});
