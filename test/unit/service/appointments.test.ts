import {
	byStart,
	findAppointment,
	findByCode,
	getAppointment,
	listByStatuses,
} from '../../../nodes/AppointmentScheduling/service/appointments';
import { SHAPES, shapes } from './shapes';
import { failureOf, json, talkTo } from './support';

const KEY = SHAPES.samples().appointment_key;

describe('one appointment', () => {
	it.each(shapes)('is read in the shape of the %s', async (shape) => {
		const body = SHAPES[shape]();
		const { client, requests } = talkTo(() => json(body));
		expect((await getAppointment(client, KEY)).data).toEqual(body);
		expect(requests[0]!.url).toMatch(new RegExp(`/api/v3/appointments/${KEY}/$`));
	});

	it.each([
		[
			'without a key',
			{ status: 'PENDING', start_date: '2026-09-19T10:00:00Z' },
			'status, start_date',
		],
		['without a start', { appointment_key: 'a', status: 'PENDING' }, 'appointment_key, status'],
		['that is a list', [], 'no fields'],
		['of something else', { detail: 'Busy.' }, 'detail'],
	])('%s is an error that names the fields that came', async (_what, body, fields) => {
		const failure = await failureOf(getAppointment(talkTo(() => json(body)).client, 'a'));
		expect(failure.message).toContain(`: ${fields}`);
	});

	it('whose start has no offset is read although no zone is known', async () => {
		const body = { appointment_key: 'a', start_date: '2026-09-19T10:00:00' };
		expect(await getAppointment(talkTo(() => json(body)).client, 'a')).toMatchObject({ key: 'a' });
	});

	it.each([404, 410])(
		'that is gone (%i) is found as none, and other refusals are errors',
		async (status) => {
			const found = async (code: number) =>
				await findAppointment(talkTo(() => json({ detail: 'No.' }, code)).client, 'a');
			expect(await found(status)).toBeUndefined();
			expect(await failureOf(found(403))).toMatchObject({ details: { status: 403 } });
		},
	);
});

describe('several statuses', () => {
	const row = (key: string, hour: number, status = 'PENDING') =>
		SHAPES.samples({ key, status, start: `2026-05-01T0${hour}:00:00Z` });
	const statusIn = (url: string) => new URL(url).searchParams.get('status') ?? '';
	const page = (results: object[], count = results.length) =>
		json({ count, next: null, previous: null, results });

	it('are as many lists, merged in order of start, each appointment once', async () => {
		const rows: Record<string, object[]> = {
			PENDING: [row('moved', 1), row('b', 4)],
			CONFIRMED: [row('moved', 3, 'CONFIRMED'), row('c', 2)],
		};
		const { client, requests } = talkTo(({ url }) => page(rows[statusIn(url)]!));
		const { entries } = await listByStatuses(client, { name: 'A' }, ['PENDING', 'CONFIRMED']);
		expect(entries.map(({ appointment_key }) => appointment_key)).toEqual(['c', 'moved', 'b']);
		expect(requests).toHaveLength(2);
		const limited = await listByStatuses(client, {}, ['PENDING', 'CONFIRMED'], 1);
		expect(limited.entries.map(({ appointment_key }) => appointment_key)).toEqual(['moved']);
	});

	it('are incomplete if one of the lists is', async () => {
		const { client } = talkTo(({ url }) => page([], statusIn(url) === 'PENDING' ? 3 : 0));
		const { incomplete } = await listByStatuses(client, {}, ['NO_SHOW', 'PENDING']);
		expect(incomplete).toBe('The service reported 3 entries but returned 0');
	});
});

it('appointments are in order of start in both shapes, those without one last', () => {
	const at = (hour: number) => `2026-05-01T1${hour}:00:00Z`;
	const list = [
		{ appointment_key: 'none' },
		SHAPES.samples({ key: 'c', start: at(3) }),
		SHAPES.document({ key: 'a', start: at(1) }),
		SHAPES.samples({ key: 'b', start: at(2) }),
	];
	expect(byStart(list).map(({ appointment_key }) => appointment_key)).toEqual([
		'a',
		'b',
		'c',
		'none',
	]);
});

describe('by code', () => {
	const coded = (key: string, code: string) => SHAPES.document({ key, code });
	const uncoded = (key: string) => SHAPES.samples({ key });
	const outcomeOf = async (results: object[], count = results.length): Promise<string> => {
		const { client } = talkTo(() => json({ count, next: null, results }), { tries: 1 });
		return await findByCode(client, 'AGD-1', 'Appointment').then(
			({ appointment, isShown }) => `${appointment.key}, ${isShown ? 'shown' : 'not shown'}`,
			(error: Error) => error.message,
		);
	};

	it.each<[string, object[], outcome: string]>([
		['the one that shows it, in any case', [coded('a', 'AGD-2'), coded('b', 'agd-1')], 'b, shown'],
		['the only one of a whole list that shows no code', [uncoded('a')], 'a, not shown'],
		['none that shows another code', [coded('a', 'AGD-2'), uncoded('b')], 'no appointment has'],
		['none of an empty list', [], 'no appointment has the code "AGD-1"'],
		['none of two that show no code', [uncoded('a'), uncoded('b')], 'several appointments have'],
		[
			'none of two that show it',
			[coded('a', 'AGD-1'), coded('b', 'AGD-1')],
			'several appointments have',
		],
	])('it is %s', async (_what, results, outcome) => {
		expect(await outcomeOf(results)).toContain(outcome);
	});

	it('it is none of a list that is not whole, unless it shows the code', async () => {
		expect(await outcomeOf([uncoded('a')], 9)).toContain('reported 9 entries');
		expect(await outcomeOf([], 9)).toContain('reported 9 entries');
		expect(await outcomeOf([coded('a', 'AGD-2')], 9)).toContain('reported 9 entries');
		expect(await outcomeOf([coded('a', 'AGD-1')], 9)).toBe('a, shown');
	});
});
