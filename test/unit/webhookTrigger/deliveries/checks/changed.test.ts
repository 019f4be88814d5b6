import type { IDataObject } from 'n8n-workflow';

import { noteChange } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/checks/changed';
import {
	acknowledge,
	type Delivery,
} from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/core/delivery';
import { comparableKey } from '../../../../../nodes/AppointmentScheduling/service/values/keys';
import { latest } from '../../../../../nodes/AppointmentScheduling/watching/former/row';
import { stateOf } from '../../../../../nodes/AppointmentScheduling/watching/former/state';
import { TriggerState } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/once/state';
import { CANCELED, CREATED, UPDATED } from '../support';

const ZONE = 'Europe/Madrid';
const march = '2026-03-02T10:00:00+01:00';
const july = '2026-07-02T10:00:00+02:00';
const confirmed = { start_date: march, status: 'CONFIRMED' };
const pending = { ...confirmed, status: 'PENDING' };
const moved = { ...confirmed, start_date: july };
const secondOf = (second: number) => Date.UTC(2026, 1, 1, 0, 0, second);

let state: TriggerState;
let accountZone: string;

const key = comparableKey('a')!;
const known = (name: string) => latest(state.book.get(comparableKey(name)!)!);

beforeEach(() => {
	state = new TriggerState();
	state.isOwner = false;
	accountZone = ZONE;
});

type Happened = [event: string, data: IDataObject, second?: number];

/** A delivery about an event of a second of a day. */
const deliveryOf = ([event, data, second = 1]: Happened, settings = {}) =>
	({
		settings: {
			events: [CREATED, UPDATED, CANCELED, 'appointment.attended'],
			filter: { calendar: undefined, statuses: [] },
			onlyWhenChanged: [],
			watches: true,
			...settings,
		},
		notification: {
			event,
			timestamp: new Date(secondOf(second)).toISOString(),
			data: { appointment_key: 'a', ...data },
		},
		state,
		identity: 'identity',
		connect: async () => await Promise.resolve({ settings: { timezone: accountZone } }),
	}) as unknown as Delivery;

/** What the run of a delivery gets; undefined if it does not run. */
async function deliver(happened: Happened, settings = {}) {
	const answer = await noteChange(deliveryOf(happened, settings));
	if ('status' in answer) return undefined;
	answer.settle?.(true);
	return answer.notification;
}

describe('Only When Changed', () => {
	test.each<[string[], IDataObject, boolean]>([
		[['start'], confirmed, false],
		[['start'], pending, false],
		[['start'], moved, true],
		[['status'], pending, true],
		[['status'], moved, false],
		[['start', 'status'], { ...confirmed, notes: 'new' }, false],
		[['start'], { start_date: '2026-03-02T10:00:00' }, false],
		[['status'], { notes: 'neither start nor status' }, true],
	])('%j: an update with %j runs: %s', async (onlyWhenChanged, data, runs) => {
		await deliver([CREATED, confirmed]);
		expect((await deliver([UPDATED, data], { onlyWhenChanged })) !== undefined).toBe(runs);
	});
});

describe('what Catch Up has reported', () => {
	const settings = { isWanted: () => true, graceMs: 0, lagMs: 0 };
	const tell = (data: IDataObject, second: number) => {
		const at = secondOf(second);
		state.book.observe(key, 'a', { by: 'record', state: stateOf(confirmed), at: at - 1 }, settings);
		const listed = { by: 'list', state: stateOf(data), at, isNews: true } as const;
		const { run } = state.book.observe(key, 'a', listed, settings);
		state.book.begin(key, run!.id);
		return () => state.book.end(key, run!.id, 'counts');
	};

	test('waits while its execution goes on', async () => {
		const end = tell(pending, 2);
		expect(await noteChange(deliveryOf([UPDATED, pending]))).toMatchObject({ status: 503 });
		end();
		expect(await noteChange(deliveryOf([UPDATED, pending]))).toBe(acknowledge);
	});
});

test('a time without an offset is read in the present time zone of the account', async () => {
	const delivery = deliveryOf([UPDATED, pending]);
	delivery.notification.timestamp = '2026-02-01T01:00:01';
	await noteChange(delivery);
	expect(known('a')).toMatchObject({ at: secondOf(1) });
});

test('a delivery without a key, without data, or that nobody watches, runs as it is', async () => {
	const delivery = deliveryOf([UPDATED, confirmed]);
	const unwatched = deliveryOf([UPDATED, confirmed], { watches: false });
	expect(await noteChange(unwatched)).toBe(unwatched);
	for (const data of [null, { status: 'PENDING' }]) {
		const changed = { ...delivery, notification: { ...delivery.notification, data } };
		expect(await noteChange(changed)).toBe(changed);
	}
});
