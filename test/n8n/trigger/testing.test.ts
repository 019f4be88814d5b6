import { eventually, outputOf } from '../harness';
import { useSharedN8n } from '../support/fixture';
import {
	activeTrigger,
	clearTriggers,
	CREATED,
	expectRuns,
	notificationOf,
} from '../support/events';

const fixture = useSharedN8n();
afterEach(clearTriggers);

const events = [CREATED];
const isTest = ({ url }: { url: string }) => url.includes('/webhook-test/');
const testing = () => fixture.service.webhooks.list().filter(isTest);
const production = () => fixture.service.webhooks.list().filter((webhook) => !isTest(webhook));
const listen = async (id: string) => await fixture.n8n.api.listenForTest(id, 'Trigger');
const expectNoTest = async () => await eventually(() => expect(testing()).toEqual([]));

test('listening for a test event has a webhook of its own, and leaves production alone', async () => {
	const workflow = await activeTrigger(fixture, { events });
	const before = production();

	await listen(workflow.id);
	expect(testing()).toMatchObject([{ events }]);
	await fixture.n8n.api.rest('DELETE', `/test-webhook/${workflow.id}`);
	await expectNoTest();
	await listen(workflow.id);
	expect(production()).toEqual(before);
	const { appointment_key } = fixture.service.book();
	await expectRuns(fixture, workflow, 2);

	const runs = await workflow.executions();
	expect(runs.map(({ mode }) => mode).sort()).toEqual(['manual', 'webhook']);
	for (const run of runs) {
		expect(outputOf(run, 'Trigger')).toMatchObject([{ data: { appointment_key } }]);
	}
	await expectNoTest();
	expect(production()).toEqual(before);
});

test('a manual run is never swallowed as a duplicate, and makes no duplicate', async () => {
	const { deliveries } = fixture.service;
	const workflow = await activeTrigger(fixture, { events });
	const notification = notificationOf('tried');
	const test = async () => {
		await listen(workflow.id);
		expect((await deliveries.send(testing()[0]!.url, notification)).status).toBe(200);
	};
	await test();
	await workflow.runs(1);
	for (let time = 0; time < 3; time += 1) await deliveries.send(workflow.url(), notification);
	await workflow.runs(2);
	await expectNoTest();
	await test();

	await expectRuns(fixture, workflow, 3);
	const runs = await workflow.executions();
	expect(runs.map(({ mode }) => mode)).toEqual(['manual', 'webhook', 'manual']);
	for (const run of runs) expect(outputOf(run, 'Trigger')).toMatchObject([notification]);
});
