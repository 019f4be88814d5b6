import { eventually, outputOf } from '../harness';
import { useSharedN8n } from '../support/fixture';
import { activeTrigger, clearTriggers, CREATED, expectRuns } from '../support/events';

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
