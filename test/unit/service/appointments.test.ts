import {
	getAppointment,
	listByStatuses,
	simplified,
} from '../../../nodes/AppointmentScheduling/service/appointments';
import type { AppointmentStatus } from '../../../nodes/AppointmentScheduling/service/core/vocabulary';
import { withOffset } from '../../../nodes/AppointmentScheduling/service/values/dates';
import { failureOf, json, talkTo } from './support';

const ZONES = ['Europe/Madrid', 'America/New_York'];

const at = (hour: number) => `2026-05-01T${String(hour).padStart(2, '0')}:00:00Z`;
const row = (appointment_key: string, hour: number, status = 'PENDING') => ({
	appointment_key,
	status,
	start_date: at(hour),
});
const two: AppointmentStatus[] = ['PENDING', 'CONFIRMED'];
const statusIn = (url: string) => new URL(url).searchParams.get('status') ?? '';
const keysIn = ({ elements }: Awaited<ReturnType<typeof listByStatuses>>) =>
	elements.map(({ appointment_key }) => appointment_key);

describe('several statuses', () => {
	it('return an appointment once that changes its status while lists are read', async () => {
		const rows: Record<string, unknown[]> = {
			PENDING: [row('moved', 1), { start_date: at(2) }],
			CONFIRMED: [row('moved', 3, 'CONFIRMED'), { start_date: at(2) }, {}],
		};
		const { client } = talkTo(({ url }) => json(rows[statusIn(url)]));
		const { elements } = await listByStatuses(client, {}, two, Infinity);
		const unkeyed = { start_date: at(2) };
		expect(elements).toEqual([unkeyed, unkeyed, row('moved', 3, 'CONFIRMED'), {}]);
	});

	it('and a limit read each list up to the limit, and return the first by start', async () => {
		const made = Array.from({ length: 200 }, (_, start) => ({
			appointment_key: `${start}`,
			status: start % 3 === 0 ? 'PENDING' : 'CONFIRMED',
			// The same moment, written with another offset.
			start_date: withOffset(Date.UTC(2026, 4, 1, 0, start), ZONES[start % 2]!),
		}));
		const { client, requests } = talkTo(({ url }) => {
			const offset = Number(new URL(url).searchParams.get('offset') ?? 0);
			const rows = made.filter(({ status }) => status === statusIn(url));
			const results = rows.slice(offset, offset + 50);
			return json({ count: rows.length, offset, limit: 50, results });
		});
		const list = await listByStatuses(client, {}, [...two, 'NO_SHOW'], 5);
		expect(keysIn(list)).toEqual(['0', '1', '2', '3', '4']);
		expect(requests).toHaveLength(3);
	});

	it('are incomplete if one of the lists is', async () => {
		const { client } = talkTo(({ url }) =>
			json({ results: [], next: null, count: statusIn(url) === 'PENDING' ? 3 : 0 }),
		);
		const { incomplete } = await listByStatuses(client, {}, ['NO_SHOW', ...two], Infinity);
		expect(incomplete).toBe(
			'The service reported 3 entries but returned 0: some may be missing (count: 3)',
		);
	});
});

it('a response of 200 that reports an error is no appointment', async () => {
	const answer = { success: false, error: 'No such appointment for my-token' };
	const { client } = talkTo(() => json(answer), { accessToken: 'my-token' });
	expect(await failureOf(getAppointment(client, 'k'))).toMatchObject({
		message: 'The service responded with 200, but reports an error: No such appointment for •••',
	});
	const refused = talkTo(() => json({ code: 403, message: 'Not yours' })).client;
	await expect(getAppointment(refused, 'k')).rejects.toThrow('reports an error: Not yours');
	const warned = { data: { appointment_key: 'k' }, errors: ['The email is missing'] };
	expect(await getAppointment(talkTo(() => json(warned)).client, 'k')).toEqual(warned);
});

it('an appointment is taken for the one that was asked for, unless it shows another key', async () => {
	const get = async (body: unknown) => await getAppointment(talkTo(() => json(body)).client, 'K');
	for (const body of [{ start_date: at(1) }, { data: { appointment_key: 'K' } }]) {
		expect(await get(body)).toEqual(body);
	}
	for (const body of [{ appointment_key: 'other' }, [], { detail: 'Busy.' }]) {
		await expect(get(body)).rejects.toThrow('something other than the appointment K');
	}
});

it('Simplify returns null for what is missing, and leaves anything else unchanged', () => {
	const values = Object.values(simplified({ appointment_key: 'a', calendar: null, person: 'x' }));
	expect(values).toEqual([...Array<null>(7).fill(null), 'a']);
	expect(simplified({ detail: 'Busy.' })).toEqual({ detail: 'Busy.' });
});
