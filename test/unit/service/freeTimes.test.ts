import { daysFrom, freeTimes } from '../../../nodes/AppointmentScheduling/service/freeTimes';
import { json, talkTo, type Handler } from './support';

const queryOf = (url: string) => new URL(url).searchParams;
const times = (day: string, ...hours: number[]) =>
	hours.map((hour) => ({
		start_date: `${day}T${hour}:00:00-03:00`,
		end_date: `${day}T${hour}:30:00-03:00`,
		vacancies_available: 1,
	}));
const twoEachDay: Handler = ({ url }) => {
	const results = times(queryOf(url).get('day') ?? '', 10, 11);
	return json({ count: 2, next: null, results });
};
const december = daysFrom('2026-12-01', '2026-12-31');
const wanted = { calendar_key: 'cal' };

it('a day is a request, and days are in order', async () => {
	const { client, requests } = talkTo(twoEachDay);
	const { entries } = await freeTimes(
		client,
		{ ...wanted, service_keys: ['a', 'b'], min_vacancies_available: 2 },
		daysFrom('2026-02-27', '2026-03-02'),
	);
	expect(entries.map(({ start_date }) => String(start_date).slice(0, 13))).toEqual([
		...['2026-02-27T10', '2026-02-27T11', '2026-02-28T10', '2026-02-28T11'],
		...['2026-03-01T10', '2026-03-01T11', '2026-03-02T10', '2026-03-02T11'],
	]);
	expect(entries[0]).toEqual({ ...times('2026-02-27', 10)[0], calendar_key: 'cal' });
	expect(queryOf(requests[0]!.url).toString()).toBe(
		'calendar_key=cal&service_keys=a&service_keys=b&min_vacancies_available=2&day=2026-02-27&page_size=100',
	);
});

it('with a limit, no day is asked for that is not needed', async () => {
	const { client, requests, mostInFlight } = talkTo(twoEachDay);
	const { entries } = await freeTimes(client, wanted, december, 3);
	expect(entries).toHaveLength(3);
	expect(requests).toHaveLength(2);
	expect(mostInFlight()).toBe(1);
});

it('what is not shown does not count for the limit', async () => {
	const { client, requests } = talkTo(twoEachDay);
	const isLate = ({ start_date }: { start_date?: unknown }) => String(start_date).includes('T11');
	const { entries } = await freeTimes(client, wanted, december, 3, isLate);
	expect(entries.map(({ start_date }) => String(start_date).slice(8, 13))).toEqual([
		'01T11',
		'02T11',
		'03T11',
	]);
	expect(requests).toHaveLength(3);
});
