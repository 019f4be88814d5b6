import type { INodeExecutionData } from 'n8n-workflow';

import type { Handover } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/handover';
import { stateChange } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/identity';
import { Claims } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/claims';
import { Watch } from '../../../../nodes/AppointmentScheduling/watching/watch';
import { confirmed, handover, itemHere, otherProcess, Stage } from './stage';

let itemThere: typeof itemHere;
let stage: Stage;

const mayRun = jest.spyOn(Claims.prototype, 'mayRun');
const progressOf = jest.spyOn(Claims.prototype, 'progressOf');
const recordRun = jest.spyOn(Claims.prototype, 'recordRun');
const beginChange = jest.spyOn(Claims.prototype, 'beginChange');
const endChange = jest.spyOn(Claims.prototype, 'endChange');

beforeAll(async () => {
	itemThere = await otherProcess();
});

beforeEach(() => {
	stage = new Stage();
	jest.clearAllMocks();
	mayRun.mockResolvedValue(true);
	progressOf.mockResolvedValue('none');
	recordRun.mockResolvedValue(true);
	beginChange.mockResolvedValue();
	endChange.mockResolvedValue();
});

afterAll(() => void jest.restoreAllMocks());

const failing = new Error('The database is locked');
const change = stateChange(handover().appointment!);
const count = async (item: INodeExecutionData) => (await stage.run([item])).length;

describe('a delivery on a worker', () => {
	test('runs if no other copy does, and is known to begin and to end', async () => {
		expect(await count(itemThere())).toBe(1);
		expect(mayRun).toHaveBeenCalledWith('event', expect.any(String));
		expect(beginChange).toHaveBeenCalledWith(change);
		expect(stage.watch.get('a')).toEqual(confirmed);
		expect(endChange).not.toHaveBeenCalled();
		expect(stage.save()).toMatchObject({ deliveries: ['event'], watched: expect.any(Object) });
		await Promise.resolve();
		expect(endChange).toHaveBeenCalledWith(change);
	});

	test('does not run if another copy does, and is remembered', async () => {
		mayRun.mockResolvedValue(false);
		expect(await count(itemThere())).toBe(0);
		expect(beginChange).not.toHaveBeenCalled();
		expect(stage.staticData).toEqual({ deliveries: ['event'] });
	});

	test.each<Partial<Handover>>([{ identity: undefined }, { whenFinished: true }])(
		'with %p, every copy runs',
		async (changes) => {
			mayRun.mockResolvedValue(false);
			expect(await count(itemThere(changes))).toBe(1);
			expect(mayRun).not.toHaveBeenCalled();
			expect(beginChange).toHaveBeenCalledWith(change);
		},
	);

	test('about an appointment that is not watched begins no change', async () => {
		expect(await count(itemThere({ appointment: undefined }))).toBe(1);
		expect(stage.save()).toEqual({ deliveries: ['event'] });
		expect([beginChange.mock.calls, endChange.mock.calls, stage.warnings]).toEqual([[], [], []]);
	});

	test('runs if n8n’s store fails, with a warning', async () => {
		for (const method of [mayRun, beginChange]) method.mockRejectedValue(failing);
		expect(await count(itemThere())).toBe(1);
		expect(stage.warnings).toHaveLength(2);
	});
});

describe('what a check has found, on a worker', () => {
	const found = (isOverdue: boolean, changes: Partial<Handover> = {}) =>
		itemThere({ ...changes, caughtUp: { isOverdue } });

	test.each([
		['none', false, true],
		['begun', false, false],
		['begun', true, true],
		['ended', false, false],
		['ended', true, false],
	] as const)('is %s, overdue: %s, runs: %s', async (progress, isOverdue, runs) => {
		progressOf.mockResolvedValue(progress);
		expect(await count(found(isOverdue))).toBe(runs ? 1 : 0);
		expect(progressOf).toHaveBeenCalledWith(change, expect.any(String));
		const calls = runs ? 1 : 0;
		expect(beginChange.mock.calls).toEqual(Array(calls).fill([change]));
		expect(recordRun.mock.calls).toEqual(Array(calls).fill(['event', expect.any(String)]));
		expect(stage.save().deliveries).toEqual(runs ? ['event'] : []);
		const isInProgress = progress === 'begun' && !isOverdue;
		expect(stage.replies).toEqual([{ watched: expect.any(Object), isInProgress }]);
	});

	test('does not run if it is known to have ended, and n8n’s store is not asked', async () => {
		const other = new Watch();
		other.note('a', confirmed);
		const staticData = { watched: other.toStored() };
		expect(await count(found(true, { staticData }))).toBe(0);
		expect(progressOf).not.toHaveBeenCalled();
		expect(stage.replies).toEqual([{ watched: expect.any(Object), isInProgress: false }]);
	});

	test.each<Partial<Handover>>([{ appointment: undefined }, { identity: undefined }])(
		'with %p it cannot be told apart, and runs',
		async (changes) => {
			expect(await count(found(false, changes))).toBe(1);
			expect([progressOf.mock.calls, stage.replies, stage.warnings]).toEqual([[], [], []]);
		},
	);

	test('runs if n8n’s store fails, or the reply cannot be sent, with a warning', async () => {
		for (const method of [progressOf, beginChange]) method.mockRejectedValue(failing);
		stage.reply = () => {
			throw new Error('There is no main process');
		};
		expect(await count(found(false))).toBe(1);
		expect(stage.warnings).toHaveLength(3);
	});
});
