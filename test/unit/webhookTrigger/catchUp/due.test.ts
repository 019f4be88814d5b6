import type { IDataObject } from 'n8n-workflow';

import { CatchUp, GRACE_MS } from '../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/catchUp';
import type { TriggerSettings } from '../../../../nodes/AppointmentScheduling/webhookTrigger/settings';
import { Watch } from '../../../../nodes/AppointmentScheduling/watching/watch';
import { CANCELED, CREATED, UPDATED } from '../deliveries/support';

const settings: TriggerSettings = {
	events: [CREATED, UPDATED, CANCELED],
	deduplicate: true,
	verify: false,
	urlSecret: false,
	whenFinished: false,
	filter: { calendar: undefined, statuses: [] },
	catchUp: 60_000,
	onlyWhenChanged: [],
	watches: true,
};

const zone = 'Europe/Madrid';
const start_date = '2026-03-05T10:00:00+01:00';
const a: IDataObject = { appointment_key: 'a', status: 'PENDING', start_date };
const confirmed: IDataObject = { ...a, status: 'CONFIRMED' };
const keyless: IDataObject = { status: 'PENDING', start_date };

let watch: Watch;
let catchUp: CatchUp;

function begin(changes: Partial<TriggerSettings> = {}): void {
	watch = new Watch();
	catchUp = new CatchUp(watch, { ...settings, ...changes }, true);
	catchUp.record([a, keyless], zone);
}

const due = (appointments: IDataObject[], now: number) =>
	catchUp.due(appointments, zone, now).map(({ key, event }) => [key, event]);

test('the recorded state is known, and what has no key is left out', () => {
	begin();
	expect(watch.isComplete).toBe(true);
	expect(watch.get('a')).toMatchObject({ status: 'PENDING' });
	expect(due([a, keyless], 0)).toEqual([]);
	expect(catchUp.isWaiting).toBe(false);
});

test.each([
	['a new appointment', { ...a, appointment_key: 'b' }, ['b', CREATED]],
	['another status', confirmed, ['a', UPDATED]],
	['a cancellation', { ...a, status: 'CANCELED_CLIENT' }, ['a', CANCELED]],
	['another start', { ...a, start_date: '2026-03-05T11:00:00+01:00' }, ['a', UPDATED]],
])('%s is due once its grace period is over', (_what, appointment, expected) => {
	begin();
	expect(due([appointment], 500)).toEqual([]);
	expect(catchUp.isWaiting).toBe(true);
	expect(due([appointment], 499 + GRACE_MS)).toEqual([]);
	expect(due([appointment], 500 + GRACE_MS)).toEqual([expected]);
});

test('the grace period begins again for another difference, or after there was none', () => {
	begin();
	due([confirmed], 0);
	expect(due([{ ...a, status: 'ATTENDED' }], GRACE_MS)).toEqual([]);
	due([a], GRACE_MS + 1);
	expect(catchUp.isWaiting).toBe(false);
	expect(due([{ ...a, status: 'ATTENDED' }], 3 * GRACE_MS)).toEqual([]);
});

test('a difference in progress is not due again, another one of the appointment is', () => {
	begin();
	due([confirmed], 0);
	const [difference] = catchUp.due([confirmed], zone, GRACE_MS);
	catchUp.emit(difference!, 1_000);
	expect(watch.foundSince('a', 1_000)).toMatchObject({ status: 'CONFIRMED' });
	expect(watch.foundSince('a', 1_001)).toBeUndefined();
	expect(due([confirmed], 5 * GRACE_MS)).toEqual([]);
	expect(catchUp.isWaiting).toBe(false);
	due([{ ...a, status: 'ATTENDED' }], 5 * GRACE_MS);
	expect(due([{ ...a, status: 'ATTENDED' }], 6 * GRACE_MS)).toEqual([['a', UPDATED]]);
});

test.each([
	[true, 'CONFIRMED', 0],
	[false, 'PENDING', 1],
])('after an execution that ended (%s) the status %s is known', (isEnded, status, count) => {
	begin();
	due([confirmed], 0);
	const [difference] = catchUp.due([confirmed], zone, GRACE_MS);
	catchUp.emit(difference!, 0);
	catchUp.settle(difference!, isEnded);
	expect(watch.get('a')).toMatchObject({ status });
	due([confirmed], 2 * GRACE_MS);
	expect(due([confirmed], 3 * GRACE_MS)).toHaveLength(count);
});

test.each(['a', 'new'])('%s: what its execution was about is known once that has ended', (key) => {
	const found = { ...confirmed, appointment_key: key };
	const settle = (meanwhile: () => void) => {
		begin();
		due([found], 0);
		const [difference] = catchUp.due([found], zone, GRACE_MS);
		catchUp.emit(difference!, 0);
		meanwhile();
		catchUp.settle(difference!, true);
		return watch.get(key)?.status;
	};
	expect(settle(() => undefined)).toBe('CONFIRMED');
	expect(settle(() => watch.note(key, { start: 1, status: 'ATTENDED' }))).toBe('ATTENDED');
});

test.each<[string, Partial<TriggerSettings>]>([
	['of a kind that is not selected', { events: [CREATED] }],
	['that does not pass the filters', { filter: { calendar: undefined, statuses: ['ATTENDED'] } }],
	['of something else than Only When Changed', { onlyWhenChanged: ['start'] }],
])('a difference %s becomes known without a run', (_what, changes) => {
	begin(changes);
	expect(due([confirmed], 0)).toEqual([]);
	expect(catchUp.isWaiting).toBe(false);
	expect(watch.get('a')).toMatchObject({ status: 'CONFIRMED' });
});

test('Only When Changed concerns updates only', () => {
	begin({ onlyWhenChanged: ['start'] });
	const others = [
		{ ...a, appointment_key: 'b' },
		{ ...a, status: 'CANCELED' },
	];
	due(others, 0);
	expect(due(others, GRACE_MS)).toEqual([
		['b', CREATED],
		['a', CANCELED],
	]);
});

test('an update is due if one of Only When Changed differs', () => {
	begin({ onlyWhenChanged: ['start', 'status'] });
	due([confirmed], 0);
	expect(due([confirmed], GRACE_MS)).toEqual([['a', UPDATED]]);
});

test('a start that was unknown becomes known without a run', () => {
	begin();
	catchUp.record([{ ...a, start_date: 'soon' }], zone);
	expect(due([a], 0)).toEqual([]);
	expect(catchUp.isWaiting).toBe(false);
	expect(watch.get('a')?.start).toBeDefined();
});

test('what may have been dropped to save space is not new', () => {
	begin();
	watch.adopt({ appointments: '', statuses: [''], droppedUntil: 36 ** 6 });
	expect(due([a], 0)).toEqual([]);
	expect(catchUp.isWaiting).toBe(false);
});

test('what leaves the list is missing until nobody finds it, and again after it was back', () => {
	begin();
	const missing = (listed: IDataObject[], since = 0) => catchUp.missingFrom(listed, since);
	expect(missing([a, keyless]).size).toBe(0);
	expect(missing([], Date.parse(start_date) + 60_000).size).toBe(0);
	expect(missing([keyless], Date.parse(start_date)).get('a')).toBeDefined();
	catchUp.giveUp(missing([]));
	expect(missing([]).size).toBe(0);
	expect(missing([a]).size).toBe(0);
	expect(missing([]).size).toBe(1);
});

describe('runs on workers', () => {
	test('a state that comes back after a run in progress gets its own grace period', () => {
		begin();
		due([confirmed], 0);
		const [difference] = catchUp.due([confirmed], zone, GRACE_MS);
		catchUp.postpone(difference!, GRACE_MS);
		expect(overdue([a], GRACE_MS + 1)).toEqual([]);
		expect(overdue([confirmed], GRACE_MS + 2)).toEqual([]);
		expect(overdue([confirmed], 2 * GRACE_MS + 2)).toEqual([['a', false]]);
	});

	const overdue = (appointments: IDataObject[], now: number) =>
		catchUp.due(appointments, zone, now).map(({ key, isOverdue }) => [key, isOverdue]);

	test('nothing else can run what the first check finds after a start of n8n', () => {
		begin();
		const b = { ...a, appointment_key: 'b' };
		overdue([confirmed], 0);
		overdue([confirmed, b], 1);
		expect(overdue([confirmed, b], 1 + GRACE_MS)).toEqual([
			['a', true],
			['b', false],
		]);
	});

	test('a run in progress is due again after 15 minutes, and another state at once', () => {
		begin();
		due([confirmed], 0);
		const [difference] = catchUp.due([confirmed], zone, GRACE_MS);
		catchUp.emit(difference!, 0);
		catchUp.postpone(difference!, GRACE_MS);
		catchUp.settle(difference!, true);
		const later = GRACE_MS + 15 * 60_000;
		expect(overdue([confirmed], later - 1)).toEqual([]);
		expect(catchUp.isWaiting).toBe(false);
		expect(overdue([confirmed], later)).toEqual([['a', true]]);
		catchUp.emit(difference!, 1);
		catchUp.settle(difference!, true);
		expect(overdue([confirmed], later)).toEqual([]);
	});
});
