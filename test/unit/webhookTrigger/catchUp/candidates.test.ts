import type { IDataObject } from 'n8n-workflow';

import {
	Candidates,
	GRACE_MS,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/candidates';
import type { TriggerSettings } from '../../../../nodes/AppointmentScheduling/webhookTrigger/settings';
import { KnownAppointments } from '../../../../nodes/AppointmentScheduling/watching/known';
import { seenOf } from '../../../../nodes/AppointmentScheduling/watching/snapshot';
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

let known: KnownAppointments;
let candidates: Candidates;

function begin(changes: Partial<TriggerSettings> = {}): void {
	known = new KnownAppointments();
	known.record([['a', seenOf(a, zone)]], { account: '', zone }, 0);
	known.isRestored = true;
	candidates = new Candidates(known, { ...settings, ...changes });
}
beforeEach(() => begin());

const dueAt = (now: number, ...appointments: IDataObject[]) =>
	candidates.due(appointments, zone, now, now);
const due = (now: number, ...appointments: IDataObject[]) =>
	dueAt(now, ...appointments).map(({ key, event }) => [key, event]);

test.each([
	['a new appointment', { ...a, appointment_key: 'b' }, ['b', CREATED]],
	['another status', confirmed, ['a', UPDATED]],
	['a cancellation', { ...a, status: 'CANCELED_CLIENT' }, ['a', CANCELED]],
	['another start', { ...a, start_date: '2026-03-05T11:00:00+01:00' }, ['a', UPDATED]],
])('%s is due once its grace period is over', (_what, appointment, expected) => {
	expect(due(500, appointment, keyless)).toEqual([]);
	expect(candidates.isWaiting).toBe(true);
	expect(due(499 + GRACE_MS, appointment)).toEqual([]);
	expect(due(500 + GRACE_MS, appointment)).toEqual([expected]);
});

test('the grace period begins again for another difference, or after there was none', () => {
	const attended = { ...a, status: 'ATTENDED' };
	due(0, confirmed);
	expect(due(GRACE_MS, attended)).toEqual([]);
	due(GRACE_MS + 1, a);
	expect(candidates.isWaiting).toBe(false);
	expect(due(3 * GRACE_MS, attended)).toEqual([]);
});

test('a difference whose run is in progress is not due again, another one of the appointment is', () => {
	due(0, confirmed);
	const [difference] = dueAt(GRACE_MS, confirmed);
	candidates.emit(difference!);
	expect(due(5 * GRACE_MS, confirmed)).toEqual([]);
	expect(candidates.isWaiting).toBe(false);
	const attended = { ...a, status: 'ATTENDED' };
	due(5 * GRACE_MS, attended);
	expect(due(6 * GRACE_MS, attended)).toEqual([['a', UPDATED]]);
});

test.each<[string, Partial<TriggerSettings>]>([
	['of a kind that is not selected', { events: [CREATED] }],
	['that does not pass the filters', { filter: { calendar: undefined, statuses: ['ATTENDED'] } }],
	['of something else than Only When Changed', { onlyWhenChanged: ['start'] }],
])('a difference %s becomes known without a run', (_what, changes) => {
	begin(changes);
	expect(due(0, confirmed)).toEqual([]);
	expect(candidates.isWaiting).toBe(false);
	expect(known.get('a')).toMatchObject({ status: 'CONFIRMED' });
});

test('Only When Changed concerns updates only', () => {
	begin({ onlyWhenChanged: ['start'] });
	const others = [
		{ ...a, appointment_key: 'b' },
		{ ...a, status: 'CANCELED' },
	];
	due(0, ...others);
	expect(due(GRACE_MS, ...others)).toEqual([
		['b', CREATED],
		['a', CANCELED],
	]);
});

test('a start that was unknown becomes known without a run', () => {
	known.note('a', { start: undefined, status: 'PENDING' });
	expect(due(0, a)).toEqual([]);
	expect(candidates.isWaiting).toBe(false);
	expect(known.get('a')?.start).toBeDefined();
});

test('a distant appointment is not new if some were dropped to save space', () => {
	known.clear();
	known.load({
		appointments: '',
		statuses: [''],
		isComplete: true,
		comparedAt: 1,
		droppedFrom: seenOf(a, zone).start!,
	});
	expect(due(0, a)).toEqual([]);
	expect(candidates.isWaiting).toBe(false);
	due(1, { ...a, start_date: '2026-03-04T10:00:00+01:00' });
	expect(candidates.isWaiting).toBe(true);
});

describe('runs on workers', () => {
	const overdue = (now: number, ...appointments: IDataObject[]) =>
		dueAt(now, ...appointments).map(({ key, isOverdue }) => [key, isOverdue]);

	test('nothing else can run what the first check finds after a start of n8n', () => {
		const b = { ...a, appointment_key: 'b' };
		overdue(0, confirmed);
		overdue(1, confirmed, b);
		expect(overdue(1 + GRACE_MS, confirmed, b)).toEqual([
			['a', true],
			['b', false],
		]);
	});

	test('a run in progress is due again after 15 minutes, unless the state was another one meanwhile', () => {
		const later = GRACE_MS + 15 * 60_000;
		const postponed = () => {
			due(0, confirmed);
			const [difference] = dueAt(GRACE_MS, confirmed);
			candidates.postpone(difference!, GRACE_MS);
		};
		postponed();
		expect(overdue(later - 1, confirmed)).toEqual([]);
		expect(candidates.isWaiting).toBe(false);
		expect(overdue(later, confirmed)).toEqual([['a', true]]);
		begin();
		postponed();
		expect(overdue(GRACE_MS + 1, a)).toEqual([]);
		expect(overdue(later, confirmed)).toEqual([]);
		expect(candidates.isWaiting).toBe(true);
	});
});
