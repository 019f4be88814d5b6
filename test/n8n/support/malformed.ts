import type { Fixture } from './fixture';
import { expectRuns, notificationOf, type EventWorkflow } from './events';

/** A notification that starts a run, once. */
export const good = notificationOf('a-key', {
	data: { appointment_key: 'a-key', status: 'CONFIRMED' },
});

/** The notification as text, with parts replaced. */
export const changed = (changes: object) => JSON.stringify({ ...good, ...changes });

/** A good delivery runs, whatever was sent before, and nothing else has. */
export async function expectGoodToRun(fixture: Fixture, workflow: EventWorkflow): Promise<void> {
	expect((await fixture.service.deliveries.send(workflow.url(), good)).status).toBe(200);
	await expectRuns(fixture, workflow, 1);
	expect(await workflow.received()).toEqual([good]);
}
