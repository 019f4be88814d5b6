import { AppointmentSchedulingTrigger } from '../../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { processedData } from '../../support/engine/processedData';
import { StoredWorkflow } from '../../support/engine/storedWorkflow';
import { APPOINTMENT, breakStore, knownBy, recordElsewhere, runsOf } from './runs';

let stored: StoredWorkflow;

beforeEach(() => {
	processedData.reset();
	stored = new StoredWorkflow(AppointmentSchedulingTrigger);
});

const overdue = { caughtUp: { isOverdue: true }, appointment: APPOINTMENT };

test('a difference whose run has ended before n8n was killed is not reported again, and then known', async () => {
	await recordElsewhere(stored, true);
	expect(await runsOf(stored, overdue)).toBe(0);
	expect(knownBy(stored).known.get(APPOINTMENT.key)).toEqual(APPOINTMENT.seen);
});

test('a difference whose run has begun and not ended before n8n was killed runs', async () => {
	await recordElsewhere(stored, false);
	expect(await runsOf(stored, overdue)).toBe(1);
});

test('a difference runs although n8n cannot read what has run', async () => {
	breakStore();
	expect(await runsOf(stored, overdue)).toBe(1);
});

test('a difference that a delivery has made known since ends at the trigger', async () => {
	knownBy(stored).known.note(APPOINTMENT.key, APPOINTMENT.seen);
	expect(await runsOf(stored, overdue)).toBe(0);
});

test('an execution of a check that is about no appointment ends at the trigger', async () => {
	expect(await runsOf(stored, { caughtUp: { isOverdue: false } })).toBe(0);
});
