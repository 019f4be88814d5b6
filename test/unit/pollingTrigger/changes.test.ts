import {
	BEGIN,
	DAY,
	found,
	iso,
	keysOf,
	pollingFor,
	service,
	HOUR,
	hideCanceled,
	listsRead,
	lookUps,
	MINUTE,
} from './support';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

describe('Created', () => {
	const created = { event: 'created' };

	test('reports a booking once it matches the status filter, unless it existed at the first poll', async () => {
		const at = await service();
		const pending = { status: 'PENDING', start_date: iso(BEGIN + DAY) } as const;
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
			at.book({ appointment_key: 'a', status: 'CANCELED', start_date: iso(BEGIN + DAY) });
			expect(await polling.tick()).toBeUndefined();
		},
	);

	test('date filters only ever exclude appointments', async () => {
		const at = await service();
		const filters = {
			startDate: '2026-06-12T00:00:00Z',
			endDate: '2026-06-13',
			createdAt: '={{ null ?? "2026-06-10" }}',
		};
		const options = { timezone: 'Europe/Madrid' };
		const polling = pollingFor(at, { ...created, filters, options }, 'America/New_York');
		const old = pollingFor(at, { ...created, filters: { startDate: '2020-01-01' } });
		await polling.activate();
		await old.activate();
		const created_at = iso(BEGIN);
		for (const day of ['2026-06-11', '2026-06-12', '2026-06-13', '2026-06-14']) {
			at.book({ appointment_key: day, start_date: `${day}T12:00:00Z`, created_at });
		}
		at.book({ appointment_key: 'early', start_date: '2026-06-11T23:59:59Z', created_at });
		at.book({ appointment_key: 'too-old', start_date: iso(BEGIN - 9 * DAY), created_at });
		expect(keysOf(await polling.tick())).toEqual(['2026-06-12', '2026-06-13']);
		expect(keysOf(await old.tick())).not.toContain('too-old');
	});
});

describe('Rescheduled', () => {
	const confirmed = { event: 'rescheduled', filters: { status: ['CONFIRMED'] } };
	const key = 'a';

	test('reports an appointment that was moved with another status once it matches the status filter', async () => {
		const at = await service({ dialect: { statusAfterReschedule: 'PENDING' } });
		at.book({ appointment_key: key, status: 'CONFIRMED', start_date: iso(BEGIN + HOUR) });
		const polling = pollingFor(at, confirmed);
		const moved = () => at.reschedule(key, iso(BEGIN + 9 * DAY));
		expect(await found(polling, [0, 1, 96], { 1: moved })).toEqual([]);
		at.updateStatus(key, 'CONFIRMED');
		expect(await polling.tick()).toMatchObject([
			{ json: { previous: { start_date: at.zone.iso(BEGIN + HOUR) } } },
		]);
	});

	test('reports an appointment that matched the status filter only after booking and was then moved', async () => {
		const at = await service();
		const polling = pollingFor(at, confirmed);
		await polling.activate();
		at.book({ appointment_key: key, status: 'PENDING', start_date: iso(BEGIN + HOUR) });
		expect(await polling.tick()).toBeUndefined();
		at.updateStatus(key, 'CONFIRMED');
		at.reschedule(key, iso(BEGIN + DAY));
		expect(await polling.tick()).toMatchObject([
			{ json: { previous: { start_date: at.zone.iso(BEGIN + HOUR), status: 'PENDING' } } },
		]);
		expect(await polling.tick()).toBeUndefined();
	});

	test.each([
		[{}, ['kept']],
		[{ status: ['CANCELED'] }, ['canceled']],
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
	const canceled = (filters: INodeParameters = {}) => ({ event: 'canceled', filters });
	const booking = { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) } as const;

	async function published(hides: boolean, filters: INodeParameters = {}) {
		const at = await service();
		if (hides) hideCanceled(at);
		for (const key of ['a', 'b', 'c', 'd']) at.book({ appointment_key: key, ...booking });
		const polling = pollingFor(at, canceled(filters));
		expect(await polling.activate()).toBeUndefined();
		return { at, polling };
	}

	describe.each([true, false])('a service that hides canceled appointments: %s', (hides) => {
		test('reports each cancellation once, with what was before', async () => {
			const { at, polling } = await published(hides);
			const before = at.shown(at.appointments.get('a')!);
			const shown = at.shown(at.cancel('a'));
			at.updateStatus('b', 'NO_SHOW');
			at.reschedule('c', iso(BEGIN + 2 * DAY));
			expect(await polling.tick()).toMatchObject([
				{
					json: {
						event: 'canceled',
						data: shown,
						start: { date: '2026-06-11', time: '12:00' },
						previous: { start_date: before.start_date, status: 'CONFIRMED' },
					},
				},
			]);
			expect(await polling.tick()).toBeUndefined();
			at.cancel('d');
			expect(keysOf(await polling.restart())).toEqual(['d']);
		});

		test.each<[INodeParameters, unknown[]]>([
			[{ isCancelled: true }, ['a', 'b']],
			[{ isCancelled: false }, ['a', 'b']],
			[{ status: ['CANCELED_CLIENT', 'PENDING'] }, ['b']],
		])('ignores the filter Is Canceled, and obeys the statuses: %j', async (filters, expected) => {
			const { at, polling } = await published(hides, filters);
			at.updateStatus('a', 'CANCELED');
			at.updateStatus('b', 'CANCELED_CLIENT');
			at.updateStatus('c', 'PENDING');
			expect(keysOf(await polling.tick())).toEqual(expected);
		});

		test('with a date filter, does not report what enters the range', async () => {
			const { at, polling } = await published(hides, { endDate: '2026-06-12' });
			at.book({ appointment_key: 'enters', status: 'CANCELED', start_date: iso(BEGIN + 9 * DAY) });
			at.reschedule('enters', iso(BEGIN + DAY));
			at.cancel('b');
			expect(await found(polling, [0, 1])).toEqual(['b at 0']);
		});
	});

	describe('a known appointment that the service does not have any more', () => {
		const gone = async () => {
			const { at, polling } = await published(false);
			const before = at.shown(at.appointments.get('a')!);
			at.appointments.remove('a');
			return { at, polling, before };
		};

		test('is canceled once two polls in a row find neither it nor its key', async () => {
			const { polling, before } = await gone();
			expect(await polling.tick()).toBeUndefined();
			const { calendar_key } = before.calendar as IDataObject;
			expect(await polling.tick()).toMatchObject([
				{
					json: {
						event: 'canceled',
						data: {
							appointment_key: 'a',
							start_date: before.start_date,
							calendar: { calendar_key },
							status: 'CANCELED',
						},
						previous: { start_date: before.start_date, status: 'CONFIRMED' },
					},
				},
			]);
			expect(await polling.tick()).toBeUndefined();
		});

		test.each([403, 501])('is not canceled while the service answers %i', async (status) => {
			const { at, polling } = await gone();
			at.faults.add({ path: /\/a\/$/, action: { kind: 'respond', status } });
			expect(await found(polling, [0, 1, 2])).toEqual([]);
		});
	});

	test('reports nothing that was canceled before the first poll, or before any poll has seen it', async () => {
		const at = await service();
		at.seed(3, { ...booking, status: 'CANCELED' });
		const polling = pollingFor(at, canceled());
		await polling.activate();
		at.book({ ...booking, appointment_key: 'short-lived', status: 'CANCELED_CLIENT' });
		expect(await found(polling, [0, 1])).toEqual([]);
	});
});

describe('Status Changed', () => {
	const statusChanged = (filters = {}) => ({ event: 'statusChanged', filters });
	const confirmed = { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) } as const;

	test('reports changes until two days after the start', async () => {
		const at = await service();
		for (const key of ['a', 'b']) at.book({ appointment_key: key, start_date: iso(BEGIN) });
		const changes = await found(pollingFor(at, statusChanged()), [0, 48, 48.001], {
			48: () => at.updateStatus('a', 'ATTENDED'),
			48.001: () => at.updateStatus('b', 'NO_SHOW'),
		});
		expect(changes).toEqual(['a at 48']);
	});

	test('reports what left the filter only if it was canceled, and asks for four or more once an hour', async () => {
		const at = await service();
		const moved = ['moved', 'moved-2', 'moved-3', 'moved-4'];
		for (const key of [...moved, 'canceled', 'kept']) {
			at.book({ appointment_key: key, owner_user: 'ana', ...confirmed });
		}
		const polling = pollingFor(at, statusChanged({ ownerUser: 'ana' }));
		await polling.activate();
		for (const key of moved) at.appointments.update(key, { owner_user: 'ben', status: 'NO_SHOW' });
		hideCanceled(at);
		at.cancel('canceled');
		expect(keysOf(await polling.tick())).toEqual(['canceled']);
		const begun = performance.now();

		at.updateStatus('moved', 'ATTENDED');
		at.requests.clear();
		for (const minutes of [0, 30, 59, 60, 61]) {
			jest.spyOn(performance, 'now').mockReturnValue(begun + minutes * MINUTE);
			expect(await polling.tick()).toBeUndefined();
		}
		expect([listsRead(at), lookUps(at)]).toEqual([5, 4]);

		at.appointments.update('moved', { owner_user: 'ana' });
		expect(await polling.tick()).toMatchObject([{ json: { previous: { status: 'CONFIRMED' } } }]);
	});

	test('loses no change if the list is empty once, and sends 200 requests at most', async () => {
		const at = await service();
		const key = at.seed(501, confirmed)[7]!.appointment_key;
		const polling = pollingFor(at, statusChanged());
		await polling.activate();
		at.updateStatus(key, 'PENDING');
		at.requests.clear();
		at.faults.add({ action: { kind: 'respond', status: 200, body: { results: [] } } });
		expect(await polling.tick()).toBeUndefined();
		expect(at.requests.total).toBeLessThanOrEqual(201);
		at.faults.clear();
		expect(keysOf(await polling.tick())).toEqual([key]);
		expect(await polling.tick()).toBeUndefined();
	});

	test('reports at the next poll what was canceled while canceled appointments could not be read', async () => {
		const at = await service();
		hideCanceled(at);
		for (const key of ['a', 'b']) at.book({ appointment_key: key, ...confirmed });
		const polling = pollingFor(at, statusChanged());
		await polling.activate();
		at.cancel('a');
		at.faults.add({ path: /\/a\/$/, action: { kind: 'respond', status: 404 } });
		expect(await polling.tick()).toBeUndefined();
		at.updateStatus('b', 'PENDING');
		at.faults.add({ after: 1, times: 1, action: { kind: 'respond', status: 400 } });
		await expect(polling.tick()).rejects.toMatchObject({ httpCode: '400' });
		expect((await found(polling, [1, 2])).sort()).toEqual(['a at 1', 'b at 1']);
	});

	test('does not report what is gone from the service, whose status nobody knows', async () => {
		const at = await service();
		for (const key of ['a', 'b']) at.book({ appointment_key: key, ...confirmed });
		const polling = pollingFor(at, statusChanged());
		await polling.activate();
		at.appointments.remove('a');
		expect(await found(polling, [1, 2, 3])).toEqual([]);
		at.requests.clear();
		expect(await polling.tick()).toBeUndefined();
		expect(lookUps(at)).toBe(0);
	});
});
