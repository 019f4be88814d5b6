import { AppointmentSchedulingTrigger } from '../../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { processedData } from '../../support/engine/processedData';
import { StoredWorkflow } from '../../support/engine/storedWorkflow';
import { queueMode } from '../deliveries/queueMode';
import { APPOINTMENT, breakStore, recordElsewhere, runsOf } from './runs';

let stored: StoredWorkflow;

beforeEach(() => {
	processedData.reset();
	stored = new StoredWorkflow(AppointmentSchedulingTrigger);
});

const caughtUp = { caughtUp: { isOverdue: false }, appointment: APPOINTMENT };

test('a second copy of an event ends at the trigger, on the same worker and on another one', async () => {
	stored = new StoredWorkflow(await queueMode());
	expect(await runsOf(stored, { identity: 'event' }, true)).toBe(1);
	expect(await runsOf(stored, { identity: 'event' }, true)).toBe(0);
	expect(await runsOf(stored, { identity: 'event' }, true)).toBe(0);
	expect(await runsOf(stored, { identity: 'another event' }, true)).toBe(1);
});

test('with When Finished, a copy runs, because the run before it may have failed', async () => {
	for (let copy = 0; copy < 2; copy += 1) {
		expect(await runsOf(stored, { identity: 'event', whenFinished: true }, true)).toBe(1);
	}
});

test('an event runs although n8n cannot read or write what has run', async () => {
	breakStore();
	expect(await runsOf(stored, { identity: 'event', appointment: APPOINTMENT }, true)).toBe(1);
});

test('what a delivery has run, a check does not run again', async () => {
	expect(await runsOf(stored, { identity: 'event', appointment: APPOINTMENT }, true)).toBe(1);
	expect(await runsOf(stored, caughtUp, true)).toBe(0);
});

test('what another worker is running, a check runs only once that worker is regarded as gone', async () => {
	await recordElsewhere(stored, false);
	expect(await runsOf(stored, caughtUp, true)).toBe(0);
	expect(await runsOf(stored, { ...caughtUp, caughtUp: { isOverdue: true } }, true)).toBe(1);
});
