import fc from 'fast-check';

import {
	getAppointment,
	keyOfCode,
	listByStatuses,
	simplified,
} from '../../../nodes/AppointmentScheduling/service/appointments';
import { InputError } from '../../../nodes/AppointmentScheduling/service/errors';
import {
	APPOINTMENT_STATUSES,
	type AppointmentStatus,
} from '../../../nodes/AppointmentScheduling/service/vocabulary';
import { failureOf, json, talkTo } from './support';

const all = Object.keys(APPOINTMENT_STATUSES) as AppointmentStatus[];

interface Row extends Record<string, unknown> {
	appointment_key: string;
	status: AppointmentStatus;
	start_date: string;
}

function serving(rows: Row[]) {
	return talkTo(({ url }) => {
		const status = new URL(url).searchParams.get('status');
		return json({ results: rows.filter((row) => row.status === status) });
	});
}

describe('several statuses', () => {
	const rows = fc
		.uniqueArray(
			fc.record({
				appointment_key: fc.uuid(),
				status: fc.constantFrom(...all),
				minute: fc.integer({ min: 0, max: 300 }),
				offset: fc.constantFrom('+00:00', '+02:00', '-05:00'),
			}),
			{ selector: (row) => row.appointment_key, maxLength: 40 },
		)
		.map((made) =>
			made
				.sort((a, b) => a.minute - b.minute)
				.map(({ minute, offset, ...row }): Row & { moment: number } => {
					const moment = Date.parse('2026-05-01T00:00:00Z') + minute * 60_000;
					const shift = Number(offset.slice(0, 3)) * 3_600_000;
					const wall = new Date(moment + shift).toISOString().slice(0, 19);
					return { ...row, start_date: `${wall}${offset}`, moment };
				}),
		);

	it('return each appointment once, in the order of their starts', async () => {
		await fc.assert(
			fc.asyncProperty(
				rows,
				fc.uniqueArray(fc.constantFrom(...all), { minLength: 1 }),
				fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 20 })),
				async (made, statuses, limit) => {
					const talk = serving(made);
					const { elements } = await listByStatuses(talk.client, {}, statuses, limit);
					const expected = made.filter(({ status }) => statuses.includes(status));
					expect(elements.map(({ moment }) => moment)).toEqual(
						expected.slice(0, limit).map(({ moment }) => moment),
					);
					const keys = elements.map(({ appointment_key }) => appointment_key);
					expect(new Set(keys).size).toBe(keys.length);
					expect(talk.requests).toHaveLength(statuses.length);
				},
			),
			{ numRuns: 150 },
		);
	});

	it.each(['by start', 'latest first', 'as they were booked'])(
		'and a limit return the first by start, in a service that lists %s',
		async (order) => {
			const starts = Array.from({ length: 200 }, (_, index) => (index * 37) % 200);
			if (order === 'by start') starts.sort((a, b) => a - b);
			if (order === 'latest first') starts.sort((a, b) => b - a);
			const made = starts.map((start): Row => {
				const start_date = new Date(Date.UTC(2026, 4, 1, 0, start)).toISOString();
				const status = start % 3 === 0 ? 'PENDING' : 'CONFIRMED';
				return { appointment_key: `${start}`, status, start_date };
			});
			const talk = talkTo(({ url }) => {
				const { searchParams } = new URL(url);
				const offset = Number(searchParams.get('offset') ?? 0);
				const rows = made.filter(({ status }) => status === searchParams.get('status'));
				const results = rows.slice(offset, offset + 50);
				return json({ count: rows.length, offset, limit: 50, results });
			});
			const statuses: AppointmentStatus[] = ['PENDING', 'CONFIRMED', 'NO_SHOW'];
			const { elements } = await listByStatuses(talk.client, {}, statuses, 5);
			expect(elements.map(({ appointment_key }) => appointment_key)).toEqual([
				...['0', '1', '2', '3', '4'],
			]);
			// Each of the two long lists has four pages. When it is read whole, the first one again.
			expect(talk.requests.length).toBeLessThanOrEqual(order === 'by start' ? 3 : 12);
		},
	);

	it('are incomplete if one of the lists is', async () => {
		const { client } = talkTo(({ url }) => {
			const isPending = url.includes('status=PENDING');
			return json({ results: [], next: null, count: isPending ? 3 : 0 });
		});
		const statuses: AppointmentStatus[] = ['CONFIRMED', 'PENDING', 'NO_SHOW'];
		const { incomplete } = await listByStatuses(client, {}, statuses, Infinity);
		expect(incomplete).toBe('The service reported 3 entries but returned 0: some may be missing');
	});

	it('keep the other filters', async () => {
		const talk = serving([]);
		await listByStatuses(talk.client, { email: 'a@b.c' }, ['PENDING', 'NO_SHOW'], 5);
		expect(talk.requests.map(({ url }) => new URL(url).search)).toEqual([
			'?email=a%40b.c&status=PENDING',
			'?email=a%40b.c&status=NO_SHOW',
		]);
	});
});

describe('a search code', () => {
	const found = (...codes: string[]) =>
		talkTo(() =>
			json({
				results: codes.map((search_code, index) => ({ search_code, appointment_key: `k${index}` })),
			}),
		).client;

	it('finds the appointment with exactly this code', async () => {
		expect(await keyOfCode(found('AP-10', 'AP-1', 'AP-100'), 'AP-1')).toBe('k1');
		expect(await keyOfCode(found('ap-1'), 'AP-1')).toBe('k0');
		expect(await keyOfCode(found('ap-1', 'AP-1'), 'AP-1')).toBe('k1');
	});

	it('is unknown if it is not in a list that may lack entries', async () => {
		const { client } = talkTo(() => json({ results: [], count: 2, next: null }));
		expect(await failureOf(keyOfCode(client, 'AP-1'))).toMatchObject({
			name: 'ServiceError',
			message: expect.stringContaining('reported 2 entries but returned 0'),
		});
	});

	it('is refused if none or several have it', async () => {
		for (const client of [found(), found('AP-10'), found('AP-1', 'AP-1'), found('aP-1', 'ap-1')]) {
			const failure = await failureOf(keyOfCode(client, 'AP-1'));
			expect(failure).toBeInstanceOf(InputError);
			expect(failure).toMatchObject({ message: expect.stringMatching(/^'Appointment': .*"AP-1"/) });
		}
	});
});

it('a response of 200 that reports an error is no appointment', async () => {
	const answer = { success: false, error: 'No such appointment for my-token' };
	const { client } = talkTo(() => json(answer), { accessToken: 'my-token' });
	expect(await failureOf(getAppointment(client, 'k'))).toMatchObject({
		message: 'The service responded with 200, but reports: No such appointment for •••',
	});
	const warned = { data: { appointment_key: 'k' }, errors: ['The email is missing'] };
	expect(await getAppointment(talkTo(() => json(warned)).client, 'k')).toEqual(warned);
});

it('Simplify returns null for what is missing', () => {
	expect(simplified({ appointment_key: 'a', calendar: null, person: 'x' })).toEqual({
		person_name: null,
		start_date: null,
		status: null,
		calendar_name: null,
		person_email: null,
		search_code: null,
		calendar_key: null,
		appointment_key: 'a',
	});
});

it.each([{ detail: 'Busy.' }, { results: [] }, {}])('Simplify leaves %j unchanged', (body) => {
	expect(simplified(body)).toEqual(body);
});
