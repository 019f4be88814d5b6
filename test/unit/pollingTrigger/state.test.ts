import type { IDataObject } from 'n8n-workflow';

import { Snapshot } from '../../../nodes/AppointmentScheduling/watching/snapshot';
import {
	events,
	BEGIN,
	clock,
	DAY,
	hideCanceled,
	HOUR,
	iso,
	keysOf,
	lookUps,
	MINUTE,
	pollingFor,
	service,
} from './support';

test('another event, filter or account starts afresh', async () => {
	const at = await service();
	const other = await service();
	at.seed(2, { status: 'PENDING', start_date: iso(BEGIN + DAY) });
	other.seed(9, (index) => ({ appointment_key: `other-${index}`, start_date: iso(BEGIN + DAY) }));
	const polling = pollingFor(at, { event: 'created', filters: { status: ['CONFIRMED'] } });
	const node = polling.installed.workflowData.nodes[0]!;
	await polling.activate();
	at.seed(2, { status: 'PENDING', start_date: iso(BEGIN + DAY) });

	node.parameters = { event: 'created' };
	expect(await polling.activate()).toBeUndefined();
	node.parameters = { event: 'created', filters: { isCancelled: false } };
	expect(await polling.activate()).toBeUndefined();
	node.parameters = { event: 'statusChanged', filters: { isCancelled: false } };
	expect(await polling.activate()).toBeUndefined();
	node.parameters = { event: 'created', filters: { isCancelled: false } };
	at.book({ start_date: iso(BEGIN + DAY) });
	expect(await polling.activate()).toBeUndefined();

	const elsewhere = pollingFor(other, node.parameters);
	elsewhere.staticData = polling.staticData;
	expect(await elsewhere.activate()).toBeUndefined();
	other.book({ appointment_key: 'new', start_date: iso(BEGIN + DAY) });
	expect(keysOf(await elsewhere.tick())).toEqual(['new']);
});

test.each(events)('$event: what cannot be read of the static data starts afresh', async (event) => {
	const at = await service();
	at.seed(1, { start_date: iso(BEGIN + DAY) });
	const polling = pollingFor(at, event);
	await polling.activate();
	const { choice } = polling.nodeStaticData;
	const broken: IDataObject[] = [
		{ choice, polledAt: BEGIN, snapshot: 'none' },
		{ choice, polledAt: 'then', snapshot: {} },
		{ choice, polledAt: BEGIN, snapshot: { key: null } },
		{ choice, polledAt: BEGIN, snapshot: { key: { start_date: 1 } } },
	];
	for (const stored of broken) {
		polling.staticData = { [`node:${polling.installed.node.name}`]: stored };
		expect(await polling.activate()).toBeUndefined();
		expect(polling.nodeStaticData).toMatchObject({ polledAt: BEGIN });
	}
});

test.each(events)('$event: what has no key or no start is left out', async (event) => {
	const at = await service();
	const polling = pollingFor(at, event);
	await polling.activate();
	const known = { appointment_key: 'known', status: 'PENDING', start_date: iso(BEGIN + MINUTE) };
	const results = [
		{ ...known, appointment_key: undefined },
		{ ...known, appointment_key: 'no start', start_date: 'soon' },
	];
	at.faults.add({ action: { kind: 'respond', status: 200, body: JSON.stringify({ results }) } });
	const found = keysOf(await polling.tick());
	expect(found).toEqual(event.event === 'created' ? ['no start'] : []);
	expect(await polling.tick()).toBeUndefined();
});

test.each(events)('$event: a failing poll loses nothing', async (event) => {
	const at = await service();
	const [moved] = at.seed(2, { status: 'PENDING', start_date: iso(BEGIN + HOUR + MINUTE) });
	const polling = pollingFor(at, event);
	await polling.activate();
	at.reschedule(moved!.appointment_key, iso(BEGIN + HOUR + 2 * MINUTE));
	at.updateStatus(moved!.appointment_key, 'CONFIRMED');
	at.book({ start_date: iso(BEGIN + HOUR + MINUTE) });
	const before = polling.nodeStaticData;
	clock(BEGIN + 3 * MINUTE);

	at.faults.add({ times: 1, action: { kind: 'respond', status: 401 } });
	await expect(polling.tick()).rejects.toMatchObject({
		name: 'NodeApiError',
		httpCode: '401',
		description: expect.any(String),
	});
	expect(polling.nodeStaticData).toEqual(before);
	expect(await polling.tick()).toHaveLength(event.event === 'startsSoon' ? 3 : 1);
	expect(await polling.tick()).toBeUndefined();
});

test.each(events)('$event: polls at the same time tell once', async (event) => {
	const at = await service();
	const [moved] = at.seed(1, { status: 'PENDING', start_date: iso(BEGIN + 30 * MINUTE) });
	const polling = pollingFor(at, event);
	if (event.event !== 'startsSoon') await polling.activate();
	at.speak({ latency: 30 });
	at.reschedule(moved!.appointment_key, iso(BEGIN + 40 * MINUTE));
	at.updateStatus(moved!.appointment_key, 'CONFIRMED');
	at.book({ appointment_key: 'new', start_date: iso(BEGIN + DAY) });

	const polls = await Promise.all([polling.tick(), polling.tick(), polling.tick()]);
	expect(polls.flatMap(keysOf)).toHaveLength(1);
	expect(await polling.tick()).toBeUndefined();
});

test.each(events)('$event: what is past leaves the static data', async (event) => {
	const at = await service();
	hideCanceled(at);
	const polling = pollingFor(at, event);
	await polling.activate();
	const remembered = () => {
		const { snapshot, left } = polling.nodeStaticData;
		return [snapshot, left].reduce<number>(
			(sum, stored) => sum + (Snapshot.from(stored)?.size ?? 0),
			0,
		);
	};
	for (let day = 0; day < 30; day += 1) {
		for (const hour of [0, 8, 16]) {
			clock(BEGIN + day * DAY + hour * HOUR);
			const start_date = iso(Date.now() + HOUR);
			const [kept] = at.seed(2, { status: 'PENDING', start_date });
			await polling.tick();
			at.cancel(kept!.appointment_key);
			await polling.tick();
		}
		await polling.restart();
		expect(remembered()).toBeGreaterThan(0);
		expect(remembered()).toBeLessThanOrEqual(3 * 2 * 4);
	}
	expect(lookUps(at)).toBe(0);
});

test.each(events)('$event: keys that are odd words are keys', async (event) => {
	const at = await service();
	const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
	const polling = pollingFor(at, event);
	if (event.event !== 'startsSoon') await polling.activate();
	for (const appointment_key of keys) {
		at.book({ appointment_key, status: 'PENDING', start_date: iso(BEGIN + MINUTE) });
	}
	const first = keysOf(await polling.restart());
	const isNew = event.event === 'created' || event.event === 'startsSoon';
	expect(first).toHaveLength(isNew ? 4 : 0);
	expect(await polling.tick()).toBeUndefined();
	for (const key of keys) {
		at.updateStatus(key, 'CONFIRMED');
		at.reschedule(key, iso(BEGIN + 2 * MINUTE));
	}
	expect(keysOf(await polling.tick())).toHaveLength(event.event === 'created' ? 0 : 4);
	expect(await polling.restart()).toBeUndefined();
});

test.each(events)(
	'$event: an incomplete list fails the poll, and the next one tries again',
	async (event) => {
		const at = await service({ dialect: { pagination: 'pages', pageSize: 2, count: 'exact' } });
		const [moved] = at.seed(5, { status: 'PENDING', start_date: iso(BEGIN + 3 * HOUR) });
		const polling = pollingFor(at, event);
		await polling.activate();
		at.reschedule(moved!.appointment_key, iso(BEGIN + 50 * MINUTE));
		at.updateStatus(moved!.appointment_key, 'CONFIRMED');
		const booked = at.book({ start_date: iso(BEGIN + 55 * MINUTE) });
		const before = polling.nodeStaticData;

		at.speak({ count: 'tooHigh' });
		await expect(polling.tick()).rejects.toMatchObject({
			description: expect.stringContaining('read again'),
		});
		expect(polling.nodeStaticData).toEqual(before);
		at.speak({ count: 'exact' });
		const keys: Record<string, unknown[]> = {
			created: [booked.appointment_key],
			startsSoon: [moved!.appointment_key, booked.appointment_key],
		};
		expect(keysOf(await polling.tick())).toEqual(
			keys[String(event.event)] ?? [moved!.appointment_key],
		);
	},
);
