import { eventually } from '../harness';
import { useFixture } from '../support/fixture';
import {
	activeTrigger,
	CANCELED,
	clearTriggers,
	CREATED,
	expectRuns,
	inDays,
	type EventWorkflow,
} from '../support/events';

const fixture = useFixture();
const created = [CREATED];
const both = [CREATED, CANCELED];
const webhooks = () => fixture.service.webhooks.list();

test('the webhook is made by activation, is still one with other events, deleted by deactivation', async () => {
	const { n8n, service } = fixture;
	const foreign = service.webhooks.add({ url: 'https://foreign.example/', events: created });
	const workflow = await activeTrigger(fixture, { events: created });
	const url = workflow.url();
	expect(webhooks()).toEqual([foreign, expect.objectContaining({ url, events: created })]);
	expect(url).toMatch(/^https:\/\//);

	// To save an active workflow, n8n deactivates and activates it.
	await workflow.save({ events: both, options: {} });
	expect(webhooks()).toEqual([foreign, expect.objectContaining({ url, events: both })]);

	await workflow.save({ events: both, registration: 'manual', options: {} });
	expect(webhooks()).toEqual([foreign]);
	await workflow.save({ events: both, options: {} });

	await n8n.api.deactivate(workflow.id);
	expect(webhooks()).toEqual([foreign]);
	await n8n.api.activate(workflow.id);
	expect(webhooks()).toEqual([foreign, expect.objectContaining({ url, events: both })]);
	await clearTriggers();
});

describe('n8n killed and started again', () => {
	let kept: EventWorkflow;
	let lost: EventWorkflow;
	let webhookOfKept: ReturnType<typeof webhooks>[number];
	let urlOfLost: string;
	const keys: string[] = [];
	const find = ({ url }: EventWorkflow) => webhooks().find((one) => one.url === url())!;

	/** Sends each event five times at once. */
	async function again(): Promise<void> {
		const { deliveries } = fixture.service;
		const sent = keys.flatMap((key) => deliveries.of(key)).filter(({ url }) => url === kept.url());
		expect(sent).toHaveLength(keys.length);
		for (const delivery of sent) {
			const attempts = await deliveries.redeliver(delivery, { times: 5 });
			expect(attempts.map(({ status }) => status)).toEqual(Array(5).fill(200));
		}
	}

	/** So many runs of the keys have reached the next node, in this order, once nothing else comes. */
	async function expectReceived(workflow: EventWorkflow, expected: string[], executions: number) {
		await expectRuns(fixture, workflow, executions);
		const received = (await workflow.received()).map(({ data }) => data);
		expect(received).toMatchObject(expected.map((appointment_key) => ({ appointment_key })));
	}

	beforeAll(async () => {
		const { n8n, service } = fixture;
		kept = await activeTrigger(fixture, { events: created, options: {} });
		lost = await activeTrigger(fixture, { events: created });
		for (const days of [2, 3]) {
			keys.push(service.book({ start_date: inDays(days) }).appointment_key);
			await service.deliveries.settled();
		}
		await again();
		await expectReceived(kept, keys, 2);
		webhookOfKept = structuredClone(find(kept));
		urlOfLost = lost.url();
		await n8n.kill();
		service.webhooks.remove(find(lost).key);
		service.requests.clear();
		await n8n.start();
	});
	afterAll(clearTriggers);

	test('a redelivery does not run again', async () => {
		await again();
		// A copy that only n8n's table knows leaves an execution that ends at the trigger.
		await expectReceived(kept, keys, 4);
	});

	test('leaves the webhook as it is, registers one that the service has lost, and requests no appointments', async () => {
		await eventually(() => expect(webhooks().map(({ url }) => url)).toContain(urlOfLost));
		expect(webhooks()).toContainEqual(webhookOfKept);
		expect(fixture.service.requests.of('GET', /appointments/)).toEqual([]);

		const { appointment_key } = fixture.service.book();
		await expectReceived(kept, [...keys, appointment_key], 5);
		await expectReceived(lost, [...keys, appointment_key], 3);
	});
});
