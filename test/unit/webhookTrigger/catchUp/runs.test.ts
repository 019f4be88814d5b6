import type { IDataObject, IRun, ITriggerFunctions } from 'n8n-workflow';

import { differencesIn } from '../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/differences';
import { Runs } from '../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/runs';
import { TriggerState } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/state';
import type { TriggerSettings } from '../../../../nodes/AppointmentScheduling/webhookTrigger/settings';
import { Snapshot } from '../../../../nodes/AppointmentScheduling/watching/snapshot';
import { CANCELED, CREATED, UPDATED } from '../deliveries/support';

const zone = 'Europe/Madrid';
const GRACE_S = 20;
const a: IDataObject = {
	appointment_key: 'a',
	status: 'PENDING',
	start_date: '2026-03-05T10:00:00+01:00',
};
const b: IDataObject = { ...a, appointment_key: 'b' };
const confirmed: IDataObject = { ...a, status: 'CONFIRMED' };
const attended: IDataObject = { ...a, status: 'ATTENDED' };

/** As n8n's helper makes it. */
function deferred() {
	let [resolve, reject] = [(_value: unknown) => {}, (_reason: unknown) => {}];
	const promise = new Promise((yes, no) => ([resolve, reject] = [yes, no]));
	return { promise, resolve, reject };
}

let known: TriggerState['known'];
let runs: Runs;
let emit: ITriggerFunctions['emit'];

function begin(changes: Partial<TriggerSettings> = {}): void {
	const settings = {
		events: [CREATED, UPDATED, CANCELED],
		filter: { calendar: undefined, statuses: [] },
		onlyWhenChanged: [],
		...changes,
	};
	const state = new TriggerState();
	known = state.known;
	known.record(Snapshot.of([a], zone), { account: '', zone });
	jest.spyOn(state, 'save').mockReturnValue();
	const context = {
		emit: (...call: Parameters<typeof emit>) => emit(...call),
		helpers: { createDeferredPromise: deferred },
	} as unknown as ITriggerFunctions;
	runs = new Runs(context, state, settings as unknown as TriggerSettings, () => false);
}
beforeEach(() => begin());
afterEach(() => jest.restoreAllMocks());

/** What a check finds due at a second. */
function pendingAt(second: number, ...listed: IDataObject[]) {
	jest.spyOn(performance, 'now').mockReturnValue(second * 1_000);
	return runs.due(differencesIn(listed, known.snapshot, zone, undefined));
}
const due = (second: number, ...listed: IDataObject[]) =>
	pendingAt(second, ...listed).map(({ difference: { key, event } }) => [key, event]);
const overdue = (second: number, ...listed: IDataObject[]) =>
	pendingAt(second, ...listed).map(({ difference: { key }, isOverdue }) => [key, isOverdue]);

test.each([
	['a new appointment', b, ['b', CREATED]],
	['another status', confirmed, ['a', UPDATED]],
	['a cancellation', { ...a, status: 'CANCELED_CLIENT' }, ['a', CANCELED]],
	['another start', { ...a, start_date: '2026-03-05T11:00:00+01:00' }, ['a', UPDATED]],
])('%s is due once its grace period is over', (_what, appointment, expected) => {
	expect(due(1, appointment, { status: 'without a key' })).toEqual([]);
	expect(runs.areSoonDue).toBe(true);
	expect(due(GRACE_S, appointment)).toEqual([]);
	expect(due(1 + GRACE_S, appointment)).toEqual([expected]);
});

test('the grace period begins again for another difference, or after there was none', () => {
	due(0, confirmed);
	expect(due(GRACE_S, attended)).toEqual([]);
	due(GRACE_S + 1, a);
	expect(runs.areSoonDue).toBe(false);
	expect(due(3 * GRACE_S, attended)).toEqual([]);
});

test.each<[string, Partial<TriggerSettings>]>([
	['of a kind that is not selected', { events: [CREATED] }],
	['that does not pass the filters', { filter: { calendar: undefined, statuses: ['ATTENDED'] } }],
	['of something else than Only When Changed', { onlyWhenChanged: ['start'] }],
])('a difference %s becomes known without a run', (_what, changes) => {
	begin(changes);
	expect(due(0, confirmed)).toEqual([]);
	expect(runs.areSoonDue).toBe(false);
	expect(known.get('a')).toMatchObject({ status: 'CONFIRMED' });
});

test('Only When Changed concerns updates only', () => {
	begin({ onlyWhenChanged: ['start'] });
	const others = [b, { ...a, status: 'CANCELED' }];
	due(0, ...others);
	const expected = [
		['b', CREATED],
		['a', CANCELED],
	];
	expect(due(GRACE_S, ...others)).toEqual(expected);
});

test('a start that was unknown becomes known without a run', () => {
	known.snapshot.set('a', { start: undefined, status: 'PENDING' });
	expect(due(0, a)).toEqual([]);
	expect(known.get('a')?.start).toBeDefined();
});

test('a distant appointment is not new if some were dropped to save space', () => {
	const droppedFrom = known.get('a')?.start;
	known.clear();
	known.load({ appointments: {}, comparedAt: 1, droppedFrom });
	due(0, a, { ...b, start_date: '2026-03-04T10:00:00+01:00' });
	expect(due(GRACE_S, a, { ...b, start_date: '2026-03-04T10:00:00+01:00' })).toEqual([
		['b', CREATED],
	]);
});

test('only what the first check after a start of n8n finds cannot be in progress on a worker', () => {
	known.isRestored = true;
	overdue(0, confirmed);
	known.compared(undefined, []);
	overdue(1, confirmed, b);
	const expected = [
		['a', true],
		['b', false],
	];
	expect(overdue(1 + GRACE_S, confirmed, b)).toEqual(expected);
});

test('what another worker is running is due again after 15 minutes, and that worker then counts as gone', async () => {
	emit = (_items, response, done) => {
		response?.resolve({ progress: 'begun', isElsewhere: true } as never);
		done?.resolve({ status: 'success' } as IRun);
	};
	overdue(0, a);
	overdue(1, confirmed);
	expect(await runs.start(pendingAt(1 + GRACE_S, confirmed), zone)).toBe(true);
	const later = 1 + GRACE_S + 15 * 60;
	expect(overdue(later - 1, confirmed)).toEqual([]);
	expect(overdue(later, confirmed)).toEqual([['a', true]]);
});

test('a difference is not due again while its run is in progress, another one of the appointment is', async () => {
	let end = () => {};
	emit = (_items, _response, done) =>
		void (end = () => done?.resolve({ status: 'success' } as IRun));
	due(0, confirmed);
	const ended = runs.start(pendingAt(GRACE_S, confirmed), zone);
	expect(due(5 * GRACE_S, confirmed)).toEqual([]);
	expect(runs.areSoonDue).toBe(false);
	due(5 * GRACE_S, attended);
	expect(due(6 * GRACE_S, attended)).toEqual([['a', UPDATED]]);
	end();
	await ended;
});
