import type { INodeParameters } from 'n8n-workflow';

import type { Status } from '../../stand-in';
import {
	BEGIN,
	clock,
	DAY,
	hideCanceled,
	HOUR,
	iso,
	keysOf,
	MINUTE,
	pollingFor,
	service,
} from './support';

const canceled = (filters: INodeParameters = {}) => ({ event: 'canceled', filters });
const booking = { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) } as const;

describe.each([true, false])('a service that hides canceled appointments: %s', (hides) => {
	async function published(filters: INodeParameters = {}) {
		const at = await service();
		if (hides) hideCanceled(at);
		const seeded = at.seed(5, booking);
		const polling = pollingFor(at, canceled(filters));
		expect(await polling.activate()).toBeUndefined();
		return { at, polling, keys: seeded.map(({ appointment_key: key }) => key) };
	}

	test('reports each cancellation once, with what was before', async () => {
		const { at, polling, keys } = await published();
		const before = at.shown(at.appointments.get(keys[0]!)!);
		const shown = at.shown(at.cancel(keys[0]!));
		at.updateStatus(keys[1]!, 'NO_SHOW');
		at.reschedule(keys[2]!, iso(BEGIN + 2 * DAY));
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
		expect(await polling.restart()).toBeUndefined();
	});

	test('reports a cancellation again after the appointment was confirmed in between', async () => {
		const { at, polling, keys } = await published();
		const told: unknown[] = [];
		for (const status of ['CANCELED', 'CANCELED_CLIENT', 'CONFIRMED', 'CANCELED'] as const) {
			at.updateStatus(keys[0]!, status);
			told.push(keysOf(await polling.tick()).length);
		}
		expect(told).toEqual([1, 0, 0, 1]);
	});

	test('reports what was canceled while n8n was down', async () => {
		const { at, polling, keys } = await published();
		at.cancel(keys[3]!);
		clock(BEGIN + 2 * HOUR);
		expect(keysOf(await polling.restart())).toEqual([keys[3]]);
	});

	test('ignores the filter Is Canceled, and obeys the statuses', async () => {
		for (const isCancelled of [true, false]) {
			const { at, polling, keys } = await published({ isCancelled });
			at.cancel(keys[0]!);
			expect(keysOf(await polling.tick())).toEqual([keys[0]]);
		}
		const { at, polling, keys } = await published({ status: ['CANCELED_CLIENT', 'PENDING'] });
		const statuses: Status[] = ['CANCELED', 'CANCELED_CLIENT', 'PENDING'];
		statuses.forEach((status, index) => at.updateStatus(keys[index]!, status));
		expect(keysOf(await polling.tick())).toEqual([keys[1]]);
	});

	test('with a date filter, does not report what enters or leaves the range', async () => {
		const { at, polling, keys } = await published({ endDate: '2026-06-12' });
		at.book({ appointment_key: 'enters', status: 'CANCELED', start_date: iso(BEGIN + 9 * DAY) });
		at.reschedule('enters', iso(BEGIN + DAY));
		at.reschedule(keys[0]!, iso(BEGIN + 9 * DAY));
		at.cancel(keys[0]!);
		at.cancel(keys[1]!);
		expect(keysOf(await polling.tick())).toEqual([keys[1]]);
		expect(await polling.tick()).toBeUndefined();
	});
});

test('reports what was booked and canceled between two polls if the service lists it', async () => {
	const at = await service();
	at.seed(2, booking);
	const polling = pollingFor(at, canceled());
	await polling.activate();
	at.book({ ...booking, appointment_key: 'short-lived', status: 'CANCELED_CLIENT' });
	expect(await polling.tick()).toMatchObject([
		{
			json: {
				data: { appointment_key: 'short-lived' },
				previous: { start_date: null, status: null },
			},
		},
	]);
});

test('reports nothing of what was canceled before the first poll', async () => {
	const at = await service();
	at.seed(3, { ...booking, status: 'CANCELED' });
	const polling = pollingFor(at, canceled());
	await polling.activate();
	expect(await polling.tick()).toBeUndefined();
});

test('finds a cancellation that the service shows a minute after it has left the list', async () => {
	const at = await service();
	const key = at.seed(3, booking)[0]!.appointment_key;
	const polling = pollingFor(at, canceled());
	await polling.activate();
	const whole = at.matching.bind(at);
	at.matching = (filters) => whole(filters).filter(({ appointment_key: each }) => each !== key);
	expect(await polling.tick()).toBeUndefined();
	clock(BEGIN + MINUTE);
	at.cancel(key);
	expect(keysOf(await polling.tick())).toEqual([key]);
});

test('finds a cancellation that gets 404 among the canceled ones, and none if they are not shown', async () => {
	const at = await service();
	hideCanceled(at);
	const [shown, lost] = at.seed(3, booking);
	const polling = pollingFor(at, canceled());
	await polling.activate();
	at.faults.add({ path: /appointments\/[^/]+\/$/, action: { kind: 'respond', status: 404 } });
	at.cancel(shown!.appointment_key);
	at.appointments.remove(lost!.appointment_key);
	expect(keysOf(await polling.tick())).toEqual([shown!.appointment_key]);
	expect(await polling.tick()).toBeUndefined();
});
