import type { Status } from '../../stand-in';
import {
	BEGIN,
	clock,
	DAY,
	hideCanceled,
	iso,
	keysOf,
	listsRead,
	lookUps,
	pollingFor,
	service,
} from './support';

const statusChanged = (filters = {}) => ({ event: 'statusChanged', filters });

test('reports changes until a day after the start', async () => {
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

test.each(['offset', 'odd'] as const)(
	'reports a cancellation once if a service like "%s" hides canceled appointments',
	async (like) => {
		const at = await service({ dialect: { like, pageSize: 2 } });
		hideCanceled(at);
		const [a] = at.seed(5, { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) });
		const polling = pollingFor(at, statusChanged());
		await polling.activate();
		const canceled = at.cancel(a!.appointment_key);

		expect(await polling.tick()).toMatchObject([
			{
				json: {
					event: 'statusChanged',
					data: at.shown(canceled),
					previous: { start_date: at.shown(a!).start_date, status: 'CONFIRMED' },
				},
			},
		]);
		const before = at.requests.total;
		expect(await polling.tick()).toBeUndefined();
		const forOneList = at.requests.total - before;
		expect(await polling.restart()).toBeUndefined();
		expect(at.requests.total).toBe(before + 2 * forOneList);
		expect(lookUps(at)).toBe(1);

		at.updateStatus(a!.appointment_key, 'CONFIRMED');
		expect(await polling.tick()).toMatchObject([
			{ json: { previous: { status: at.dialect.canceledStatus } } },
		]);
	},
);

test('reports what left the filter only if it was canceled, and asks for it ever more rarely', async () => {
	const at = await service();
	const [moved, canceled] = at.seed(9, {
		status: 'CONFIRMED',
		owner_user: 'ana',
		start_date: iso(BEGIN + DAY),
	});
	const polling = pollingFor(at, statusChanged({ ownerUser: 'ana' }));
	await polling.activate();
	at.appointments.update(moved!.appointment_key, { owner_user: 'ben' });
	at.updateStatus(moved!.appointment_key, 'NO_SHOW');
	hideCanceled(at);
	at.cancel(canceled!.appointment_key);
	expect(keysOf(await polling.tick())).toEqual([canceled!.appointment_key]);

	at.updateStatus(moved!.appointment_key, 'ATTENDED');
	at.requests.clear();
	for (let poll = 0; poll < 5; poll += 1) expect(await polling.tick()).toBeUndefined();
	expect([listsRead(at), lookUps(at)]).toEqual([5, 2]);

	at.appointments.update(moved!.appointment_key, { owner_user: 'ana' });
	expect(await polling.tick()).toMatchObject([{ json: { previous: { status: 'CONFIRMED' } } }]);
});

test('loses no change if the list is empty once, and sends few requests', async () => {
	const at = await service();
	const seeded = at.seed(500, { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) });
	const polling = pollingFor(at, statusChanged());
	await polling.activate();
	const key = seeded[7]!.appointment_key;
	at.updateStatus(key, 'PENDING');
	at.requests.clear();
	at.faults.add({ action: { kind: 'respond', status: 200, body: { results: [] } } });
	expect(await polling.tick()).toBeUndefined();
	expect(at.requests.total).toBeLessThanOrEqual(22);
	at.faults.clear();
	expect(keysOf(await polling.tick())).toEqual([key]);
	expect(await polling.tick()).toBeUndefined();
});

test.each([400, 403])(
	'reports at the next poll what was canceled while canceled appointments could not be read (%i)',
	async (status) => {
		const at = await service();
		hideCanceled(at);
		const [a, b] = at.seed(2, { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) });
		const polling = pollingFor(at, statusChanged());
		await polling.activate();
		at.cancel(a!.appointment_key);
		at.updateStatus(b!.appointment_key, 'PENDING');
		at.faults.add({ after: 1, times: 1, action: { kind: 'respond', status } });

		await expect(polling.tick()).rejects.toMatchObject({ httpCode: String(status) });
		expect(keysOf(await polling.tick()).sort()).toEqual(
			[a!.appointment_key, b!.appointment_key].sort(),
		);
		expect(keysOf(await polling.tick())).toEqual([]);
	},
);

describe.each([true, false])('a service that hides canceled appointments: %s', (hides) => {
	test.each<[object, Status[]]>([
		[{ isCancelled: true }, ['CANCELED']],
		[{ isCancelled: false }, ['CONFIRMED', 'PENDING']],
		[{ status: ['CANCELED', 'PENDING'] }, ['CANCELED', 'PENDING']],
		[{ status: ['CONFIRMED'], isCancelled: true }, []],
	])('with %j reports the statuses %j', async (filters, wanted) => {
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

test('reports no cancellation of an appointment that was moved out of the date filters before', async () => {
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
