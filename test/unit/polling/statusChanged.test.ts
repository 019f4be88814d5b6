import type { Status } from '../../stand-in';
import {
	BEGIN,
	clock,
	DAY,
	hideCanceled,
	HOUR,
	iso,
	keysOf,
	lookUps,
	pollingFor,
	service,
} from './support';

const statusChanged = (filters = {}) => ({ event: 'statusChanged', filters });

const dialects = ['plain', 'offset', 'odd'] as const;

test('an appointment with another status is told of with the former one', async () => {
	const at = await service();
	const { appointment_key: key } = at.book({ status: 'PENDING', start_date: iso(BEGIN + HOUR) });
	const polling = pollingFor(at, statusChanged());
	expect(await polling.activate()).toBeUndefined();

	const updated = at.updateStatus(key, 'CONFIRMED');
	expect(await polling.tick()).toEqual([
		{
			json: {
				event: 'statusChanged',
				data: at.shown(updated),
				previous: { start_date: at.zone.iso(BEGIN + HOUR), status: 'PENDING' },
			},
		},
	]);
	expect(await polling.tick()).toBeUndefined();
	at.reschedule(key, iso(BEGIN + DAY));
	expect(await polling.tick()).toBeUndefined();
});

test('until a day after the start', async () => {
	const at = await service();
	const [a, b] = at.seed(2, { status: 'CONFIRMED', start_date: iso(BEGIN) });
	const polling = pollingFor(at, statusChanged());
	await polling.activate();
	at.updateStatus(a!.appointment_key, 'ATTENDED');
	clock(BEGIN + DAY);
	expect(keysOf(await polling.tick())).toEqual([a!.appointment_key]);
	at.updateStatus(b!.appointment_key, 'NO_SHOW');
	clock(BEGIN + DAY + 1);
	expect(await polling.tick()).toBeUndefined();
});

describe.each(dialects)('a service that leaves cancelled ones out of its list, %s', (like) => {
	test('a cancellation is told of once, and not asked for again', async () => {
		const at = await service({ dialect: { like, pageSize: 2 } });
		hideCanceled(at);
		const [a] = at.seed(5, { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) });
		const polling = pollingFor(at, statusChanged());
		await polling.activate();
		const canceled = at.cancel(a!.appointment_key);

		expect(await polling.tick()).toEqual([
			{
				json: {
					event: 'statusChanged',
					data: at.shown(canceled),
					previous: { start_date: at.shown(a!).start_date, status: 'CONFIRMED' },
				},
			},
		]);
		expect(lookUps(at)).toBe(1);
		expect(await polling.tick()).toBeUndefined();
		expect(await polling.restart()).toBeUndefined();
		expect(lookUps(at)).toBe(1);

		at.updateStatus(a!.appointment_key, 'CONFIRMED');
		expect(await polling.tick()).toMatchObject([
			{ json: { previous: { status: at.dialect.canceledStatus } } },
		]);
	});
});

test.each([404, 410])('one that is answered with %i is not asked for again', async (status) => {
	const at = await service();
	hideCanceled(at);
	const { appointment_key: key } = at.book({ start_date: iso(BEGIN + DAY), status: 'CONFIRMED' });
	const polling = pollingFor(at, statusChanged());
	await polling.activate();
	at.cancel(key);
	at.faults.add({ path: new RegExp(key), action: { kind: 'respond', status } });

	for (let poll = 0; poll < 3; poll += 1) expect(await polling.tick()).toBeUndefined();
	expect(lookUps(at)).toBe(1);
	expect(polling.nodeStaticData.snapshot).toHaveProperty([key]);
});

test.each([400, 403])(
	'a look-up that fails with %i is made again by the next poll, and keeps no other event back',
	async (status) => {
		const at = await service();
		hideCanceled(at);
		const [a, b] = at.seed(2, { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) });
		const polling = pollingFor(at, statusChanged());
		await polling.activate();
		at.cancel(a!.appointment_key);
		at.updateStatus(b!.appointment_key, 'PENDING');
		at.faults.add({
			path: new RegExp(a!.appointment_key),
			times: 1,
			action: { kind: 'respond', status },
		});

		expect(keysOf(await polling.tick())).toEqual([b!.appointment_key]);
		expect(keysOf(await polling.tick())).toEqual([a!.appointment_key]);
		expect(keysOf(await polling.tick())).toEqual([]);
	},
);

test('one that a number tells to be in another calendar by now is no event', async () => {
	const at = await service();
	const { appointment_key: key } = at.book({ status: 'CONFIRMED', start_date: iso(BEGIN + DAY) });
	const answers = (path: RegExp, body: object) =>
		at.faults.add({ path, action: { kind: 'respond', status: 200, body } });
	const row = { appointment_key: key, status: 'CONFIRMED', start_date: iso(BEGIN + DAY) };
	answers(/appointments\/$/, { results: [row] });
	const calendar = { __rl: true, mode: 'key', value: '5' };
	const polling = pollingFor(at, statusChanged({ calendar }));
	await polling.activate();
	at.faults.clear();
	answers(/appointments\/$/, { results: [] });
	answers(new RegExp(key), { ...row, status: 'NO_SHOW', calendar: { calendar_key: 7 } });

	expect(await polling.tick()).toBeUndefined();
});

test('one that a filter no longer finds, not cancelled, is no event', async () => {
	const at = await service();
	const [a, b] = at.seed(2, { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) });
	const { calendar_key } = a!.calendar;
	at.appointments.update(b!.appointment_key, { calendar: a!.calendar });
	const filters = { calendar: { __rl: true, mode: 'key', value: calendar_key } };
	const polling = pollingFor(at, statusChanged(filters));
	await polling.activate();
	at.appointments.update(a!.appointment_key, {
		calendar: { calendar_key: '11111111-2222-4333-8444-555555555555', name: 'Elsewhere' },
	});
	at.updateStatus(a!.appointment_key, 'ATTENDED');
	at.updateStatus(b!.appointment_key, 'ATTENDED');

	expect(keysOf(await polling.tick())).toEqual([b!.appointment_key]);
});

test.each([{}, { appointment_key: 'hidden' }])('the answer %j is no change', async (body) => {
	const at = await service();
	hideCanceled(at);
	const key = 'hidden';
	at.book({ appointment_key: key, start_date: iso(BEGIN + DAY), status: 'CONFIRMED' });
	const polling = pollingFor(at, statusChanged());
	await polling.activate();
	at.cancel(key);
	const answer = { kind: 'respond', status: 200, body } as const;
	at.faults.add({ path: new RegExp(key), times: 1, action: answer });

	expect(await polling.tick()).toBeUndefined();
	expect(keysOf(await polling.tick())).toEqual([key]);
});

describe.each([true, false])('where the service hides cancelled ones: %s', (hides) => {
	test.each<[object, Status[]]>([
		[{ isCancelled: true }, ['CANCELED']],
		[{ isCancelled: false }, ['CONFIRMED', 'PENDING']],
		[{ status: ['CANCELED', 'PENDING'] }, ['CANCELED', 'PENDING']],
		[{ status: ['CONFIRMED'], isCancelled: true }, []],
	])('%j lets through what has become %j', async (filters, wanted) => {
		const at = await service();
		if (hides) hideCanceled(at);
		const { appointment_key: key } = at.book({ status: 'NO_SHOW', start_date: iso(BEGIN + DAY) });
		const polling = pollingFor(at, statusChanged(filters));
		await polling.activate();

		const told: Status[] = [];
		for (const status of ['PENDING', 'CANCELED', 'CONFIRMED'] as const) {
			at.updateStatus(key, status);
			if (await polling.tick()) told.push(status);
		}
		expect(told.sort()).toEqual(wanted);
	});
});

test('one that was cancelled after it had been moved out of the dates asked for is no event', async () => {
	const at = await service();
	hideCanceled(at);
	const [a, b] = at.seed(2, { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) });
	const polling = pollingFor(at, statusChanged({ endDate: '2026-06-12' }));
	await polling.activate();
	at.reschedule(a!.appointment_key, iso(BEGIN + 9 * DAY));
	at.cancel(a!.appointment_key);
	at.cancel(b!.appointment_key);
	expect(keysOf(await polling.tick())).toEqual([b!.appointment_key]);
});
