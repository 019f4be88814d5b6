import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../../../nodes/AppointmentScheduling/service/core/errors';
import { Schedule } from '../../../nodes/AppointmentScheduling/availability/schedule';
import { takenBy } from '../../../nodes/AppointmentScheduling/availability/slots';
import { failureOf, json, talkTo } from '../service/support';

const zone = 'Europe/Madrid';
const MINUTE = 60_000;

const row = (appointment_key: string, start_date: string, changes: object = {}) => ({
	appointment_key,
	status: 'CONFIRMED',
	start_date,
	calendar: { calendar_key: 'room' },
	...changes,
});

/** A calendar with these appointments, and the days that were read of it. */
function calendarWith(rows: object[]) {
	const { client, requests } = talkTo(() => json({ results: rows }));
	const schedule = new Schedule(client, ['room'], zone);
	const around = async (date: string, minutes = 30) => {
		const start = Date.parse(date);
		return await schedule.around({ start, end: start + minutes * MINUTE }, 'Remedy');
	};
	const read = () =>
		requests.map(({ url }) => {
			const { searchParams } = new URL(url);
			return ['calendar_key', 'start_date', 'end_date'].map((name) =>
				searchParams.get(name)?.replace('T12:00:00', ''),
			);
		});
	return { schedule, around, read };
}

it('reads no day again for other items, and later lists are six weeks wider', async () => {
	const { around, read } = calendarWith([]);
	await Promise.all([around('2026-07-01T10:00:00Z'), around('2026-07-01T10:00:00Z')]);
	await around('2026-07-01T10:00:00Z');
	expect(read()).toHaveLength(1);
	for (const day of ['20', '10', '30', '01']) await around(`2026-07-${day}T10:00:00Z`);
	await around('2026-06-01T10:00:00Z');
	expect(read()).toEqual([
		['room', '2026-06-08', '2026-07-04'],
		['room', '2026-06-06', '2026-08-13'],
		['room', '2026-04-18', '2026-06-25'],
	]);
});

it('fails if the list may lack appointments, and reads it again for the next item', async () => {
	const bodies = [{ results: [], count: 9, next: null }, { results: [] }];
	const { client } = talkTo(() => json(bodies.shift()));
	const schedule = new Schedule(client, ['room'], zone);
	const reading = async () => await schedule.around({ start: 0, end: MINUTE }, 'Do this');
	expect(await failureOf(reading())).toMatchObject({
		message: expect.stringContaining('reported 9 entries but returned 0'),
		advice: 'Do this',
	});
	expect(await reading()).toEqual([]);
});

describe('an appointment that the run moves', () => {
	const own = row('0000c0de', '2026-07-01T10:00:00Z', { end_date: '2026-07-01T10:45:00Z' });
	const later = '2026-07-08T10:00:00+02:00';

	/** When the appointment takes place after it was moved, also if the list is read on. */
	async function placesAfter(send: () => Promise<unknown>) {
		const { schedule, around } = calendarWith([own]);
		await around(own.start_date);
		const start = Date.parse(later);
		const slot = { start, end: start + 45 * MINUTE };
		const moved = schedule.move({ ...own, appointment_key: '0000C0DE' }, slot, send);
		const failure = await moved.then(
			() => undefined,
			(error: unknown) => error,
		);
		const found = await around('2026-08-01T10:00:00Z');
		const places = found.map((appointment: IDataObject) => {
			const { start, end } = takenBy(appointment, zone, 30);
			return [new Date(start).toISOString().slice(5, 16), (end - start) / MINUTE];
		});
		return { failure, places };
	}
	const former = ['07-01T10:00', 45];

	it('takes the time that the service moved it to, even if the list still shows the former one', async () => {
		const { places } = await placesAfter(async () => ({ start_date: '2026-07-09T10:00:00Z' }));
		expect(places).toEqual([['07-09T10:00', 45]]);
	});

	it('takes one place, beside those of others', async () => {
		const { schedule, around } = calendarWith([]);
		const slot = { start: Date.parse(later), end: Date.parse(later) + MINUTE };
		for (const key of ['a', 'b', 'a']) {
			await schedule.move(row(key, own.start_date), slot, async () => undefined);
		}
		const found = await around(later);
		expect(found.map(({ appointment_key }) => appointment_key)).toEqual(['b', 'a']);
	});

	it.each([
		[true, [former, ['07-08T08:00', 45]]],
		[false, [former]],
	])('takes both times if it may have been moved: %p', async (uncertain, expected) => {
		const error = new ServiceError('Lost', 'Check it', { uncertain });
		const { failure, places } = await placesAfter(async () => await Promise.reject(error));
		expect(failure).toBe(error);
		expect(places).toEqual(expected);
	});
});
