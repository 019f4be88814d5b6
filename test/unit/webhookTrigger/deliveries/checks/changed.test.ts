import type { IDataObject } from 'n8n-workflow';

import { isChange } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/checks/changed';
import type { Delivery } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/delivery';
import { changeIdentity } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/runs/identity';
import { TriggerState } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/runs/state';
import { acknowledge } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/verdict';
import type { TriggerSettings } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/settings';
import { seenOf } from '../../../../../nodes/AppointmentScheduling/watching/snapshot';
import { CANCELED, CREATED, UPDATED } from '../support';

const ZONE = 'Europe/Madrid';
const march = '2026-03-02T10:00:00+01:00';
const july = '2026-07-02T10:00:00+02:00';
const confirmed = { start_date: march, status: 'CONFIRMED' };
const pending = { ...confirmed, status: 'PENDING' };
const moved = { ...confirmed, start_date: july };
const secondOf = (second: number) => Date.UTC(2026, 1, 1, 0, 0, second);

let state: TriggerState;
let zonesRead: number;
let settled: boolean[];

beforeEach(() => {
	state = new TriggerState();
	[zonesRead, settled] = [0, []];
});

type Happened = [event: string, data: IDataObject, second?: number];

/** A delivery about an event of a second of a day. */
const deliveryOf = (
	[event, data, second = 1]: Happened,
	onlyWhenChanged: TriggerSettings['onlyWhenChanged'] = [],
) =>
	({
		settings: {
			events: [CREATED, UPDATED, CANCELED, 'appointment.attended'],
			filter: { calendar: undefined, statuses: [] },
			onlyWhenChanged,
			watches: true,
		},
		notification: {
			event,
			timestamp: new Date(secondOf(second)).toISOString(),
			data: { appointment_key: 'a', ...data },
		},
		state,
		identity: 'identity',
		zone: async () => {
			zonesRead += 1;
			return await Promise.resolve(ZONE);
		},
		settle: (isStarted: boolean) => void settled.push(isStarted),
	}) as unknown as Delivery;

/** What the run of a delivery gets; undefined if it does not run. */
async function deliver(...happened: Parameters<typeof deliveryOf>) {
	const answer = await isChange(deliveryOf(...happened));
	if ('verdict' in answer) return undefined;
	answer.settle?.(true);
	return answer.notification;
}

/** What the last delivery gets as `previous`, if it runs. */
async function previousAfter(...all: Happened[]) {
	let last;
	for (const happened of all) last = await deliver(happened);
	expect(last).toBeDefined();
	return last?.previous;
}

describe('a run gets the former start and status', () => {
	test('of an update and a cancellation, as the service writes dates', async () => {
		expect(
			await previousAfter([CREATED, confirmed], [UPDATED, { ...moved, status: 'PENDING' }]),
		).toEqual(confirmed);
		expect(await deliver([CANCELED, { ...moved, status: 'CANCELED' }])).toEqual({
			event: CANCELED,
			timestamp: '2026-02-01T00:00:01.000Z',
			data: { appointment_key: 'a', ...moved, status: 'CANCELED' },
			previous: { ...moved, status: 'PENDING' },
		});
	});

	test('but not if none is known, nor for a creation', async () => {
		expect(await previousAfter([UPDATED, confirmed])).toBeUndefined();
		expect(await previousAfter([CREATED, pending])).toBeUndefined();
	});

	test('the time zone is read only if a start needs it', async () => {
		await previousAfter([UPDATED, { status: 'X' }], [CREATED, confirmed], [UPDATED, pending]);
		expect(zonesRead).toBe(0);
		await deliver([UPDATED, moved]);
		expect(zonesRead).toBe(1);
		await deliver([UPDATED, { start_date: '2026-07-02T10:00:00' }]);
		expect(zonesRead).toBe(2);
	});
});

describe('Only When Changed', () => {
	test.each<[TriggerSettings['onlyWhenChanged'], IDataObject, boolean]>([
		[[], confirmed, true],
		[['start'], confirmed, false],
		[['start'], pending, false],
		[['start'], moved, true],
		[['status'], pending, true],
		[['status'], moved, false],
		[['start', 'status'], pending, true],
		[['start', 'status'], moved, true],
		[['start', 'status'], { ...confirmed, notes: 'new' }, false],
		[['start'], { start_date: '2026-03-02T10:00:00' }, false],
		[['start'], { status: 'PENDING' }, false],
		[['status'], { notes: 'neither start nor status' }, true],
	])('%j: an update with %j runs: %s', async (fields, data, runs) => {
		await deliver([CREATED, confirmed]);
		expect((await deliver([UPDATED, data], fields)) !== undefined).toBe(runs);
	});

	test('concerns updates of known appointments', async () => {
		expect(await deliver([UPDATED, confirmed], ['start'])).toBeDefined();
		expect(await deliver([CANCELED, pending], ['start'])).toBeDefined();
	});

	test('a start without an offset is one in the time zone of the workflow', async () => {
		await deliver([CREATED, { start_date: '2026-03-02T10:00:00' }]);
		expect(await deliver([UPDATED, confirmed], ['start'])).toBeUndefined();
	});

	test('a late update that does not run leaves the current state known', async () => {
		await previousAfter([CREATED, confirmed, 1], [UPDATED, moved, 3]);
		expect(await deliver([UPDATED, { ...moved, status: 'PENDING' }, 2], ['start'])).toBeUndefined();
		expect(await previousAfter([UPDATED, pending, 4])).toEqual(moved);
	});

	test('an update that does not run is known to the next one', async () => {
		await deliver([CREATED, confirmed]);
		expect(await deliver([UPDATED, pending], ['start'])).toBeUndefined();
		expect(await previousAfter([UPDATED, moved])).toEqual(pending);
	});
});

describe('a run that was not started', () => {
	test('leaves the former state', async () => {
		await deliver([CREATED, confirmed]);
		const answer = await isChange(deliveryOf([UPDATED, pending]));
		expect(answer).toMatchObject({ appointment: { key: 'a', seen: { at: secondOf(1) } } });
		if (!('verdict' in answer)) answer.settle?.(false);
		expect(settled).toEqual([true, false]);
		expect(await previousAfter([UPDATED, pending])).toEqual(confirmed);
	});

	test('leaves what has become known since', async () => {
		const answer = await isChange({ ...deliveryOf([UPDATED, pending]), settle: undefined });
		await deliver([UPDATED, confirmed]);
		if (!('verdict' in answer)) answer.settle?.(false);
		expect(await previousAfter([UPDATED, moved])).toEqual(confirmed);
	});
});

test('a late delivery runs without a former state, and the current one stays known', async () => {
	await previousAfter([CREATED, confirmed, 1], [UPDATED, moved, 3]);
	expect(await previousAfter([UPDATED, pending, 2])).toBeUndefined();
	expect(await previousAfter([UPDATED, { status: 'ATTENDED' }, 4])).toEqual(moved);
});

describe('what Catch Up has reported', () => {
	const report = (event: string, data: IDataObject, second: number) => {
		const seen = seenOf(data, ZONE);
		state.known.note('a', { ...seen, at: secondOf(second) });
		state.reports.add(changeIdentity(event, 'a', seen), secondOf(second));
	};

	test('does not run again when its delivery is late, not even after a restart of n8n', async () => {
		report(UPDATED, pending, 2);
		expect(await deliver([UPDATED, pending, 2])).toBeUndefined();
		expect(state.memory.has('identity')).toBe(true);
		const stored = state.reports.toStored();
		state = new TriggerState();
		state.reports.load(stored);
		expect(await deliver([UPDATED, pending, 1])).toBeUndefined();
	});

	test('a later update of another field runs, although start and status are the reported ones', async () => {
		report(UPDATED, pending, 2);
		expect(await deliver([UPDATED, { ...pending, notes: 'new' }, 3])).toBeDefined();
	});

	test('an event of another kind runs, although it has the reported state', async () => {
		report(UPDATED, pending, 2);
		expect(await deliver(['appointment.attended', pending, 1])).toBeDefined();
	});

	test('a creation does not run again', async () => {
		report(CREATED, confirmed, 2);
		expect(await deliver([CREATED, confirmed, 1])).toBeUndefined();
	});

	test('without timestamps, one delivery of the known state is the late one', async () => {
		report(UPDATED, pending, 2);
		const timeless = deliveryOf([UPDATED, pending]);
		delete timeless.notification.timestamp;
		expect(await isChange(timeless)).toBe(acknowledge);
		expect(await isChange(timeless)).not.toBe(acknowledge);
	});

	test('a late delivery of an earlier state runs, and does not become known', async () => {
		report(UPDATED, pending, 2);
		expect(await deliver([UPDATED, confirmed, 1])).toBeDefined();
		expect(state.known.get('a')).toMatchObject(seenOf(pending, ZONE));
	});
});

test.each([
	['its status does not match', { filter: { calendar: undefined, statuses: ['CONFIRMED'] } }],
	['its kind was not selected', { events: [CREATED] }],
])('a delivery that does not run because %s is noted', async (_why, changes) => {
	await deliver([CREATED, confirmed, 1]);
	const delivery = deliveryOf([UPDATED, pending, 2]);
	const settings = { ...delivery.settings, ...changes };
	expect(await isChange({ ...delivery, settings })).toBe(acknowledge);
	expect(await deliver([UPDATED, confirmed, 3], ['status'])).toMatchObject({ previous: pending });
});

test('a time without an offset is read in the time zone of the account', async () => {
	const delivery = deliveryOf([UPDATED, pending]);
	delivery.notification.timestamp = '2026-02-01T01:00:01';
	expect(await isChange(delivery)).toMatchObject({ appointment: { seen: { at: secondOf(1) } } });
});

test('a delivery without a key, without data, or that nobody watches, runs as it is', async () => {
	const delivery = deliveryOf([UPDATED, confirmed]);
	const unwatched = { ...delivery, settings: { ...delivery.settings, watches: false } };
	expect(await isChange(unwatched)).toBe(unwatched);
	for (const data of [null, { status: 'PENDING' }]) {
		const changed = { ...delivery, notification: { ...delivery.notification, data } };
		expect(await isChange(changed)).toBe(changed);
	}
});
