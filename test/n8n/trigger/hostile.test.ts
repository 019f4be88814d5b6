import { setTimeout as sleep } from 'node:timers/promises';
import { inOrder } from '../../../nodes/AppointmentScheduling/concurrency/order';
import { useFixture } from '../support/fixture';
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
} from '../support/events';

const fixture = useFixture({ zone: 'America/Sao_Paulo', deliveries: { schedule: [] } });
afterEach(clearTriggers);

const book = (days: number) =>
	fixture.service.book({ start_date: inDays(days), status: 'CONFIRMED' }).appointment_key;

test('2,000 forged keys start nothing, and a booking that arrives among them runs within a check', async () => {
	const { service } = fixture;
	const known = book(1);
	const workflow = await activeTrigger(fixture, { ...EACH_CHANGE, check: 'everyMinute' });
	await recorded(fixture, workflow);
	service.requests.clear();
	const url = workflow.url();
	const send = async (nth: number) =>
		await service.deliveries.send(url, notificationOf(`forged-${nth}`, { event: UPDATED }));
	const forging = inOrder([...Array(2_000).keys()], 8, send);
	await sleep(2_000);
	const booked = book(2);
	service.updateStatus(known, 'ATTENDED');
	await forging;
	await expectRuns(fixture, workflow, 2);
	expect((await ran(workflow)).sort()).toEqual(
		[
			[CREATED, booked, undefined],
			[UPDATED, known, 'CONFIRMED'],
		].sort(),
	);
	const looks = service.requests.of('GET', /appointments\/.+/).length;
	const minutes = (Date.now() - service.requests.entries[0]!.startedAt) / 60_000;
	expect(looks).toBeLessThan(40 * Math.ceil(minutes));
});
