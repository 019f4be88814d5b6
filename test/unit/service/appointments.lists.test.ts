import {
	isElsewhere,
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

it('those with several statuses are told apart by their keys, if they have any', async () => {
	const rows: Record<string, unknown[]> = {
		PENDING: [row('moved', 1), { start_date: at(2) }],
		CONFIRMED: [row('moved', 3, 'CONFIRMED'), { start_date: at(2) }, {}],
	};
	const { client } = talkTo(({ url }) => json(rows[new URL(url).searchParams.get('status')!]));
	const { elements } = await listByStatuses(client, {}, ['PENDING', 'CONFIRMED'], Infinity);
	const unkeyed = { start_date: at(2) };
	expect(elements).toEqual([unkeyed, unkeyed, row('moved', 3, 'CONFIRMED'), {}]);
});

it('starts at the same time are in order, so that the lists need not be read to their ends', async () => {
	const rows = Array.from({ length: 50 }, (_, index) => row(`${index}`, 1));
	const { client, requests } = talkTo(() => json({ results: rows, next: '?page=2', count: 100 }));
	await listByStatuses(client, {}, ['PENDING', 'CONFIRMED'], 5);
	expect(requests).toHaveLength(2);
});

it('the code is a filter of the list, and is found in a part of it too', async () => {
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

it('an appointment is elsewhere only if its calendar is known', () => {
	const calendar = { calendar_key: 'A' };
	expect([{ calendar }, {}].map((appointment) => isElsewhere(appointment, 'a'))).toEqual([
		...[false, false],
	]);
	expect(isElsewhere({ calendar }, 'b')).toBe(true);
});
