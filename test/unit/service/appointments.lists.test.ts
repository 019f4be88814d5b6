import {
	isInOtherCalendar,
	keyOfCode,
	listAppointments,
	listByStatuses,
} from '../../../nodes/AppointmentScheduling/service/appointments';
import { json, talkTo } from './support';

const at = (hour: number) => `2026-05-01T${String(hour).padStart(2, '0')}:00:00Z`;
const row = (appointment_key: string, hour: number, status = 'PENDING') => ({
	appointment_key,
	status,
	start_date: at(hour),
});
const keysIn = ({ elements }: Awaited<ReturnType<typeof listAppointments>>) =>
	elements.map(({ appointment_key }) => appointment_key);

it('an appointment that is on two pages is listed once', async () => {
	const { client } = talkTo(({ url }) =>
		url.includes('page=2')
			? json({ results: [row('b', 2, 'CONFIRMED'), row('c', 3)], next: null })
			: json({ results: [row('a', 1), row('b', 2)], next: '?page=2' }),
	);
	const { elements } = await listAppointments(client, {}, Infinity);
	expect(elements).toEqual([row('a', 1), row('b', 2), row('c', 3)]);
});

it('appointments with one status keep the order of the service', async () => {
	const { client } = talkTo(() => json([row('late', 9), row('early', 1)]));
	expect(keysIn(await listByStatuses(client, {}, ['PENDING'], 2))).toEqual(['late', 'early']);
});

it('an appointment that changes its status while lists are read is returned once', async () => {
	const rows: Record<string, unknown[]> = {
		PENDING: [row('moved', 1), { start_date: at(2) }],
		CONFIRMED: [row('moved', 3, 'CONFIRMED'), { start_date: at(2) }, {}],
	};
	const { client } = talkTo(({ url }) => json(rows[new URL(url).searchParams.get('status')!]));
	const { elements } = await listByStatuses(client, {}, ['PENDING', 'CONFIRMED'], Infinity);
	const unkeyed = { start_date: at(2) };
	expect(elements).toEqual([unkeyed, unkeyed, row('moved', 3, 'CONFIRMED'), {}]);
});

it('a limit does not read lists to their ends because appointments start at the same time', async () => {
	const rows = Array.from({ length: 50 }, (_, index) => row(`${index}`, 1));
	const { client, requests } = talkTo(() => json({ results: rows, next: '?page=2', count: 100 }));
	await listByStatuses(client, {}, ['PENDING', 'CONFIRMED'], 5);
	expect(requests).toHaveLength(2);
});

it('a search code is found although a later page fails', async () => {
	const found = { search_code: 'AP-1', appointment_key: 'a' };
	const { client, requests } = talkTo(() => json({ results: [found], count: 2, next: null }));
	const second = { ...found, search_code: 'AP-2', appointment_key: 'b' };
	const pages = talkTo(({ url }) =>
		url.includes('page=2')
			? json({ detail: 'Not found.' }, 404)
			: json({ results: [found, second], next: '?page=2' }),
	);
	expect(await keyOfCode(pages.client, 'AP-2')).toBe('b');
	await keyOfCode(client, 'AP-1').catch(() => undefined);
	expect(new URL(requests[0]!.url).search).toBe('?search_code=AP-1');
});

it('an appointment without a calendar matches every calendar', () => {
	const calendar = { calendar_key: 'A' };
	expect([{ calendar }, {}].map((appointment) => isInOtherCalendar(appointment, 'a'))).toEqual([
		...[false, false],
	]);
	expect(isInOtherCalendar({ calendar }, 'b')).toBe(true);
});

describe('a service that ignores the code', () => {
	const rows = Array.from({ length: 100 }, (_, index) => ({
		...row(`key-${index}`, 1),
		search_code: `AP-${index}`,
	}));
	const all = () =>
		talkTo(({ url }) => {
			const page = Number(new URL(url).searchParams.get('page') ?? 1);
			const next = page < 10 ? `?page=${page + 1}` : null;
			return json({ results: rows.slice(page * 10 - 10, page * 10), next, count: 100 });
		});

	it('is asked for its list once, for all items of a run', async () => {
		const { client, requests } = all();
		const codes = rows.slice(0, 20).map(({ search_code }) => search_code);
		const keys = await Promise.all(codes.map(async (code) => await keyOfCode(client, code)));
		expect(keys).toEqual(rows.slice(0, 20).map(({ appointment_key }) => appointment_key));
		// Its ten pages, and the first one again.
		expect(requests).toHaveLength(11);
	});

	it('is asked again by another run, and for a code that was not in the list', async () => {
		const { client, requests } = all();
		expect(await keyOfCode(client, 'ap-7')).toBe('key-7');
		await expect(keyOfCode(client, 'AP-777')).rejects.toThrow('no appointment has the code');
		expect(requests.length).toBeGreaterThan(20);
		const other = all();
		expect(await keyOfCode(other.client, 'AP-7')).toBe('key-7');
		expect(other.requests.length).toBeGreaterThan(9);
	});
});

it('a failed first lookup does not fail the other ones', async () => {
	const { client } = talkTo((_request, count) =>
		count === 1
			? json({ detail: 'No.' }, 400)
			: json([{ search_code: 'AP-2', appointment_key: 'b' }]),
	);
	const [first, second] = await Promise.allSettled([
		keyOfCode(client, 'AP-1'),
		keyOfCode(client, 'AP-2'),
	]);
	expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'b' }]);
});

it.each([
	['seconds', 1],
	['ms', 1000],
])(
	'of several statuses, the first by start are returned, with dates in %s',
	async (_unit, factor) => {
		const starts: Record<string, number[]> = { PENDING: [9, 3, 7], CONFIRMED: [8, 2, 6] };
		const { client } = talkTo(({ url }) => {
			const status = new URL(url).searchParams.get('status')!;
			return json(
				starts[status]!.map((start) => ({
					appointment_key: `${start}`,
					start_date: (1_777_600_000 + start) * factor,
				})),
			);
		});
		const list = await listByStatuses(client, {}, ['PENDING', 'CONFIRMED'], 3);
		expect(keysIn(list)).toEqual(['2', '3', '6']);
	},
);
