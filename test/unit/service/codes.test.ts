import { keyOfCode } from '../../../nodes/AppointmentScheduling/service/codes';
import { InputError } from '../../../nodes/AppointmentScheduling/service/core/errors';
import { elapse, failureOf, json, talkTo } from './support';

describe('a search code', () => {
	const found = (...codes: string[]) =>
		talkTo(() =>
			json({
				results: codes.map((search_code, index) => ({ search_code, appointment_key: `k${index}` })),
			}),
		).client;

	it('finds the appointment with exactly this code', async () => {
		expect(await keyOfCode(found('AP-10', 'AP-1', 'AP-100'), 'AP-1', 'Appointment')).toBe('k1');
		expect(await keyOfCode(found('ap-1'), 'AP-1', 'Appointment')).toBe('k0');
		expect(await keyOfCode(found('ap-1', 'AP-1'), 'AP-1', 'Appointment')).toBe('k1');
	});

	it('is unknown if it is not in a list that may lack entries', async () => {
		const { client } = talkTo(() => json({ results: [], count: 2, next: null }));
		expect(await failureOf(keyOfCode(client, 'AP-1', 'Appointment'))).toMatchObject({
			name: 'ServiceError',
			message: expect.stringContaining('reported 2 entries but returned 0'),
		});
	});

	it('is refused if none or several have it', async () => {
		for (const client of [found(), found('AP-10'), found('AP-1', 'AP-1'), found('aP-1', 'ap-1')]) {
			const failure = await failureOf(keyOfCode(client, 'AP-1', 'Appointment'));
			expect(failure).toBeInstanceOf(InputError);
			expect(failure).toMatchObject({ message: expect.stringMatching(/^'Appointment': .*"AP-1"/) });
		}
	});

	it.each(['a\ud800', '..', undefined])('is refused if it leads to the key %j', async (key) => {
		const { client } = talkTo(() => json([{ search_code: 'AP-1', appointment_key: key }]));
		const failure = await failureOf(keyOfCode(client, 'AP-1', 'Appointment'));
		expect(failure).toMatchObject({ message: expect.stringMatching(/^'Appointment': .*\bkey\b/) });
	});

	const rows = Array.from({ length: 60 }, (_, index) => ({
		search_code: `AP-${index}`,
		appointment_key: `k${index}`,
	}));

	it('is asked for again if the first list was for another code, or failed', async () => {
		const { client, requests } = talkTo(({ url }, count) => {
			if (count === 1) return json({}, 403);
			const code = new URL(url).searchParams.get('search_code');
			return json(rows.filter(({ search_code }) => search_code === code));
		});
		const [first, ...others] = rows.slice(0, 5).map(({ search_code }) => search_code);
		const failed = failureOf(keyOfCode(client, first!, 'Appointment'));
		const keys = Promise.all(others.map((code) => keyOfCode(client, code, 'Appointment')));
		expect(await failed).toMatchObject({ status: 403 });
		expect(await keys).toEqual(['k1', 'k2', 'k3', 'k4']);
		expect(requests).toHaveLength(5);
	});
});

it('a code that cannot be read after another one leaves no rejection unhandled', async () => {
	const unhandled: unknown[] = [];
	const note = (reason: unknown) => void unhandled.push(reason);
	process.on('unhandledRejection', note);
	const { client } = talkTo(
		({ url }) =>
			url.includes('A1')
				? json({ results: [{ search_code: 'A1', appointment_key: 'a' }] })
				: json({ detail: 'No.' }, 500),
		{ maxRetries: 0 },
	);
	expect(await keyOfCode(client, 'A1', 'Appointment')).toBe('a');
	await expect(keyOfCode(client, 'B2', 'Appointment')).rejects.toMatchObject({ status: 500 });
	await elapse(20);
	process.off('unhandledRejection', note);
	expect(unhandled).toEqual([]);
});
