import type { INodeParameters } from 'n8n-workflow';

import {
	BEGIN,
	DAY,
	found,
	iso,
	keysOf,
	pollingFor,
	published,
	service,
	type Booking,
} from './support';

const START = iso(BEGIN + DAY);
const confirmed = (...keys: string[]): Booking[] =>
	keys.map((appointment_key) => {
		return { appointment_key, status: 'CONFIRMED', owner_user: 'ana', start_date: START };
	});

describe.each(['samples', 'document'] as const)('with appointments in the shape %s', (shape) => {
	const previous = {
		start_date: '2026-06-11T12:00:00+02:00',
		status: 'CONFIRMED',
		calendar_key: expect.any(String),
	};

	test('Created reports what is booked, once, with the fields that both shapes have', async () => {
		const { at, polling } = await published({ event: 'created' }, confirmed('a'), { shape });
		const booked = at.book({
			appointment_key: 'new',
			status: 'PENDING',
			start_date: START,
			person: { full_name: 'Ana Lima', email: 'ana@example.com' },
		});
		expect(await polling.tick()).toEqual([
			{
				json: {
					event: 'created',
					data: at.shown(booked),
					appointment: expect.objectContaining({
						person_name: 'Ana Lima',
						person_email: 'ana@example.com',
						start_date: '2026-06-11T12:00:00+02:00',
						status: 'PENDING',
						calendar_name: booked.calendar.name,
						appointment_key: 'new',
					}),
					start: {
						iso: '2026-06-11T12:00:00+02:00',
						date: '2026-06-11',
						time: '12:00',
						weekday: 'Thursday',
					},
				},
			},
		]);
		expect(await polling.tick()).toBeUndefined();
	});

	test.each(['CANCELED', 'CANCELED_CLIENT', 'DECLINED'] as const)(
		'Canceled reports %s once, with what was before, also after a restart',
		async (status) => {
			const { at, polling } = await published(
				{ event: 'canceled' },
				confirmed('a', 'b', 'c', 'd'),
				{ shape },
			);
			at.updateStatus('a', status);
			at.updateStatus('b', 'NO_SHOW');
			at.reschedule('c', iso(BEGIN + 2 * DAY));
			expect(await polling.tick()).toMatchObject([
				{ json: { event: 'canceled', data: { appointment_key: 'a', status }, previous } },
			]);
			at.updateStatus('a', 'CANCELED_GOOGLE');
			expect(await polling.tick()).toBeUndefined();
			at.cancel('d');
			expect(keysOf(await polling.restart())).toEqual(['d']);
		},
	);

	test.each([
		['rescheduled', 'a'],
		['statusChanged', 'b'],
	])('%s reports such a change, once', async (event, key) => {
		const { at, polling } = await published({ event }, confirmed('a', 'b'), { shape });
		at.reschedule('a', iso(BEGIN + 2 * DAY));
		at.updateStatus('b', 'NO_SHOW');
		expect(await polling.tick()).toMatchObject([
			{ json: { event, data: { appointment_key: key }, previous } },
		]);
		expect(await polling.tick()).toBeUndefined();
	});
});

test('a start without an offset is one of the time zone in the credential', async () => {
	const at = await service();
	const polling = pollingFor(at, { event: 'rescheduled' }, 'America/Sao_Paulo', 'Asia/Tokyo');
	const body = (start_date: string) => ({
		results: [{ appointment_key: 'a', status: 'CONFIRMED', start_date }],
	});
	const shows = (start: string) => {
		at.faults.clear();
		at.faults.add({ action: { kind: 'respond', status: 200, body: body(start) } });
	};
	shows('2026-06-11T10:00:00');
	await polling.activate();
	shows('2026-06-11T10:00:00-03:00');
	expect(await polling.tick()).toBeUndefined();
	shows('2026-06-11T11:00:00');
	expect(await polling.tick()).toMatchObject([
		{ json: { start: { iso: '2026-06-11T11:00:00-03:00' } } },
	]);
});

describe('Created', () => {
	const created = { event: 'created' };

	test('reports a booking once it matches the status filter, unless it existed at the first poll', async () => {
		const at = await service();
		const pending = { status: 'PENDING', start_date: START } as const;
		at.seed(1, { appointment_key: 'known', ...pending });
		const polling = pollingFor(at, { ...created, filters: { status: ['CONFIRMED'] } });
		const bookings = await found(polling, [0, 1, 2, 3, 4, 5], {
			1: () => at.book({ appointment_key: 'new', ...pending }),
			2: () => at.updateStatus('known', 'CONFIRMED'),
			3: () => at.updateStatus('new', 'CONFIRMED'),
			4: () => at.updateStatus('new', 'PENDING'),
			5: () => at.updateStatus('new', 'CONFIRMED'),
		});
		expect(bookings).toEqual(['new at 3']);
	});

	test.each([{}, { isCancelled: true }, { status: ['CANCELED'] }])(
		'a canceled booking is never created (filters: %j)',
		async (filters) => {
			const { at, polling } = await published({ ...created, filters });
			at.book({ appointment_key: 'a', status: 'CANCELED', start_date: START });
			expect(await polling.tick()).toBeUndefined();
		},
	);
});

test('Rescheduled reports an appointment that was moved with another status once it matches the status filter', async () => {
	const filters = { status: ['CONFIRMED'] };
	const moved = { event: 'rescheduled', filters };
	const { at, polling } = await published(moved, confirmed('a'));
	const changes = { start: BEGIN + 9 * DAY, status: 'PENDING' } as const;
	const moves = () => at.appointments.update('a', changes);
	expect(await found(polling, [1, 96], { 1: moves })).toEqual([]);
	at.updateStatus('a', 'CONFIRMED');
	expect(await polling.tick()).toMatchObject([
		{ json: { previous: { start_date: at.zone.iso(BEGIN + DAY) } } },
	]);
});

test.each<[INodeParameters, string[]]>([
	[{}, ['kept']],
	[{ status: ['CANCELED'] }, ['canceled']],
	[{ isCancelled: true }, ['canceled']],
])('Rescheduled with the filters %j reports what was moved of %j', async (filters, expected) => {
	const { at, polling } = await published({ event: 'rescheduled', filters }, [
		...confirmed('kept'),
		{ appointment_key: 'canceled', status: 'CANCELED', start_date: START },
	]);
	for (const key of ['kept', 'canceled']) at.reschedule(key, iso(BEGIN + 2 * DAY));
	expect(keysOf(await polling.tick())).toEqual(expected);
});

test.each<[INodeParameters, string[]]>([
	[{ isCancelled: true }, ['a', 'b']],
	[{ isCancelled: false }, ['a', 'b']],
	[{ status: ['CANCELED_CLIENT', 'PENDING'] }, ['b']],
])('Canceled ignores the filter Is Canceled, obeys the statuses: %j', async (filters, expected) => {
	const { at, polling } = await published({ event: 'canceled', filters }, confirmed('a', 'b', 'c'));
	at.updateStatus('a', 'CANCELED');
	at.updateStatus('b', 'CANCELED_CLIENT');
	at.updateStatus('c', 'PENDING');
	expect(keysOf(await polling.tick())).toEqual(expected);
});

describe.each(['canceled', 'statusChanged'])('%s, of what the list lacks', (event) => {
	test('reports what a list that hides canceled appointments shows only if it is asked for them', async () => {
		const { at, polling } = await published({ event }, confirmed('a', 'b'));
		at.cancel('a');
		const hiding = { results: [at.shown(at.appointments.get('b')!)] };
		at.faults.add({ times: 1, action: { kind: 'respond', status: 200, body: hiding } });
		expect(keysOf(await polling.tick())).toEqual(['a']);
		expect(await polling.tick()).toBeUndefined();
	});

	test('reports nothing that is gone, or has left the filters, and soon stops asking for it', async () => {
		const filters = { ownerUser: 'ana' };
		const { at, polling } = await published({ event, filters }, confirmed('a', 'b'));
		at.appointments.remove('a');
		at.appointments.update('b', { owner_user: 'ben', status: 'NO_SHOW' });
		expect(await polling.tick()).toBeUndefined();
		const begun = performance.now();
		for (const [minutes, lists] of [
			[9, 2],
			[11, 1],
		] as const) {
			jest.spyOn(performance, 'now').mockReturnValue(begun + minutes * 60_000);
			at.requests.clear();
			expect(await polling.tick()).toBeUndefined();
			expect(at.requests.of('GET', /appointments\/$/)).toHaveLength(lists);
		}
	});
});

test('Status Changed reports changes until two days after the start', async () => {
	const { at, polling } = await published({ event: 'statusChanged' }, confirmed('a', 'b'));
	const changes = await found(polling, [72, 72.001], {
		72: () => at.updateStatus('a', 'ATTENDED'),
		72.001: () => at.updateStatus('b', 'NO_SHOW'),
	});
	expect(changes).toEqual(['a at 72']);
});
