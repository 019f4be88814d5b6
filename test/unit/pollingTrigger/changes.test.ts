import type { INodeParameters } from 'n8n-workflow';

import { BEGIN, DAY, found, HOUR, iso, keysOf, pollingFor, service } from './support';

const START = iso(BEGIN + DAY);

describe.each(['samples', 'document'] as const)('with appointments in the shape %s', (shape) => {
	const published = async (parameters: INodeParameters) => {
		const at = await service({ shape });
		for (const key of ['a', 'b', 'c', 'd']) {
			at.book({ appointment_key: key, status: 'CONFIRMED', start_date: START });
		}
		const polling = pollingFor(at, parameters);
		expect(await polling.activate()).toBeUndefined();
		return { at, polling };
	};
	const previous = {
		start_date: '2026-06-11T12:00:00+02:00',
		status: 'CONFIRMED',
		calendar_key: expect.any(String),
	};

	test('Created reports what is booked, once, with the fields that both shapes have', async () => {
		const { at, polling } = await published({ event: 'created' });
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
			const { at, polling } = await published({ event: 'canceled' });
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
		const { at, polling } = await published({ event });
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
			const at = await service();
			const polling = pollingFor(at, { ...created, filters });
			await polling.activate();
			at.book({ appointment_key: 'a', status: 'CANCELED', start_date: START });
			expect(await polling.tick()).toBeUndefined();
		},
	);
});

describe('Rescheduled', () => {
	const confirmed = { event: 'rescheduled', filters: { status: ['CONFIRMED'] } };
	const key = 'a';

	test('reports an appointment that was moved with another status once it matches the status filter', async () => {
		const at = await service({ statusAfterReschedule: 'PENDING' });
		at.book({ appointment_key: key, status: 'CONFIRMED', start_date: iso(BEGIN + HOUR) });
		const polling = pollingFor(at, confirmed);
		const moved = () => at.reschedule(key, iso(BEGIN + 9 * DAY));
		expect(await found(polling, [0, 1, 96], { 1: moved })).toEqual([]);
		at.updateStatus(key, 'CONFIRMED');
		expect(await polling.tick()).toMatchObject([
			{ json: { previous: { start_date: at.zone.iso(BEGIN + HOUR) } } },
		]);
	});

	test.each([
		[{}, ['kept']],
		[{ status: ['CANCELED'] }, ['canceled']],
		[{ isCancelled: true }, ['canceled']],
	])('with the filters %j, reports what was moved of %j', async (filters, expected) => {
		const at = await service();
		for (const [appointment_key, status] of [
			['kept', 'CONFIRMED'],
			['canceled', 'CANCELED'],
		] as const) {
			at.book({ appointment_key, status, start_date: iso(BEGIN + HOUR) });
		}
		const polling = pollingFor(at, { event: 'rescheduled', filters });
		await polling.activate();
		for (const each of ['kept', 'canceled']) {
			at.reschedule(each, iso(BEGIN + DAY));
		}
		expect(keysOf(await polling.tick())).toEqual(expected);
	});
});

describe('Canceled', () => {
	test.each<[INodeParameters, unknown[]]>([
		[{ isCancelled: true }, ['a', 'b']],
		[{ isCancelled: false }, ['a', 'b']],
		[{ status: ['CANCELED_CLIENT', 'PENDING'] }, ['b']],
	])('ignores the filter Is Canceled, and obeys the statuses: %j', async (filters, expected) => {
		const at = await service();
		for (const key of ['a', 'b', 'c']) {
			at.book({ appointment_key: key, status: 'CONFIRMED', start_date: START });
		}
		const polling = pollingFor(at, { event: 'canceled', filters });
		await polling.activate();
		at.updateStatus('a', 'CANCELED');
		at.updateStatus('b', 'CANCELED_CLIENT');
		at.updateStatus('c', 'PENDING');
		expect(keysOf(await polling.tick())).toEqual(expected);
	});
});

describe.each(['canceled', 'statusChanged'])('%s, of what the list lacks', (event) => {
	async function polled(filters: INodeParameters = {}) {
		const at = await service();
		const all = ['a', 'b'].map((appointment_key) =>
			at.book({
				appointment_key,
				owner_user: 'ana',
				status: 'CONFIRMED',
				start_date: START,
			}),
		);
		const polling = pollingFor(at, { event, filters });
		await polling.activate();
		return { at, polling, shown: () => all.map((one) => at.shown(one)) };
	}

	test('reports what a list that hides canceled appointments shows only if it is asked for them', async () => {
		const { at, polling, shown } = await polled();
		at.cancel('a');
		const hiding = { results: [shown()[1]] };
		at.faults.add({ times: 1, action: { kind: 'respond', status: 200, body: hiding } });
		expect(keysOf(await polling.tick())).toEqual(['a']);
		expect(await polling.tick()).toBeUndefined();
	});

	test('reports nothing that is gone, or has left the filters, and soon stops asking for it', async () => {
		const { at, polling } = await polled({ ownerUser: 'ana' });
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
	const at = await service();
	for (const key of ['a', 'b'])
		at.book({ appointment_key: key, status: 'CONFIRMED', start_date: iso(BEGIN) });
	const changes = await found(pollingFor(at, { event: 'statusChanged' }), [0, 48, 48.001], {
		48: () => at.updateStatus('a', 'ATTENDED'),
		48.001: () => at.updateStatus('b', 'NO_SHOW'),
	});
	expect(changes).toEqual(['a at 48']);
});
