import { inOrder } from '../../../nodes/AppointmentScheduling/concurrency/order';
import { runAction } from '../harness';
import {
	activeTrigger,
	clearTriggers,
	CREATED,
	EACH_CHANGE,
	expectRuns,
	inDays,
	notificationOf,
	ran,
	recorded,
	UPDATED,
} from './events';
import type { Fixture } from './fixture';

/** What Each Change does with notifications that anybody can send. */
export function testForgedKeys(fixture: Fixture, count: number): void {
	afterEach(clearTriggers);

	test(`${count} forged keys start nothing, and a booking that arrives among them runs within a check, and people's reads go on`, async () => {
		const { service, n8n, credentialId } = fixture;
		service.set({ quota: 60 });
		const book = (days: number) =>
			service.book({ start_date: inDays(days), status: 'CONFIRMED' }).appointment_key;
		const known = book(1);
		const workflow = await activeTrigger(fixture, { ...EACH_CHANGE, check: 'everyMinute' });
		await recorded(fixture, workflow);
		service.requests.clear();
		const url = workflow.url();
		const forge = async (nth: number) =>
			await service.deliveries.send(url, notificationOf(`forged-${nth}`, { event: UPDATED }));
		const keys = [...Array(count).keys()];
		const half = count / 2;
		await inOrder(keys.slice(0, half), 8, forge);
		const booked = book(2);
		service.updateStatus(known, 'ATTENDED');
		const parameters = { resource: 'appointment', operation: 'getAll' };
		const read = runAction(n8n, { credentialId, parameters });
		await inOrder(keys.slice(half), 8, forge);
		const { output, tookMs } = await read;
		expect(output).toHaveLength(2);
		expect(tookMs).toBeLessThan(10_000);
		await expectRuns(fixture, workflow, 2);
		expect((await ran(workflow)).sort()).toEqual(
			[
				[CREATED, booked, undefined],
				[UPDATED, known, 'CONFIRMED'],
			].sort(),
		);
		// Ten unknown keys a minute, each twice.
		const looks = service.requests.of('GET', /forged/).length;
		const minutes = (Date.now() - service.requests.entries[0]!.startedAt) / 60_000;
		expect(looks).toBeLessThanOrEqual(20 * Math.ceil(minutes));
	});
}
