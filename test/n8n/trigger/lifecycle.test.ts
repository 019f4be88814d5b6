import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, startN8n, temporaryFolder } from '../harness';
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
	await workflow.save({
		events: both,
		options: { urlSecret: true, additionalEvents: 'appointment.attended' },
	});
	const events = [...both, 'appointment.attended'];
	expect(webhooks()).toEqual([foreign, expect.objectContaining({ url, events })]);

	await n8n.api.deactivate(workflow.id);
	expect(webhooks()).toEqual([foreign]);
	await n8n.api.activate(workflow.id);
	expect(webhooks()).toEqual([foreign, expect.objectContaining({ url, events })]);
	await clearTriggers();
});

describe('n8n started again', () => {
	let kept: EventWorkflow;
	let lost: EventWorkflow;
	let webhookOfKept: ReturnType<typeof webhooks>[number];
	let urlOfLost: string;
	let key: string;
	const folder = join(temporaryFolder('copy'), 'n8n');

	beforeAll(async () => {
		const { n8n, service } = fixture;
		kept = await activeTrigger(fixture, { events: created });
		lost = await activeTrigger(fixture, { events: created });
		({ appointment_key: key } = service.book({ start_date: inDays(2) }));
		await expectRuns(fixture, kept, 1);
		await service.deliveries.settled();
		const find = ({ url }: EventWorkflow) => webhooks().find((one) => one.url === url())!;
		webhookOfKept = structuredClone(find(kept));
		urlOfLost = lost.url();
		await n8n.stop();
		await cp(n8n.folder, folder, { recursive: true });
		service.webhooks.remove(find(lost).key);
		service.requests.clear();
		await n8n.start();
	});
	afterAll(clearTriggers);

	test('a redelivery does not run again', async () => {
		const { deliveries } = fixture.service;
		const ran = deliveries.of(key).find((delivery) => delivery.url === kept.url())!;
		expect(await deliveries.redeliver(ran)).toMatchObject([{ status: 200 }]);
		// n8n's table knows it, so its execution ends at the trigger.
		await expectRuns(fixture, kept, 2);
		expect(await kept.received()).toHaveLength(1);
	});

	test('leaves the webhook as it is, registers one that the service has lost, and requests no appointments', async () => {
		await eventually(() => expect(webhooks().map(({ url }) => url)).toContain(urlOfLost));
		expect(webhooks()).toContainEqual(webhookOfKept);
		expect(fixture.service.requests.of('GET', /appointments/)).toEqual([]);

		const { appointment_key } = fixture.service.book();
		await expectRuns(fixture, kept, 3);
		await expectRuns(fixture, lost, 2);
		for (const workflow of [kept, lost]) {
			expect((await workflow.received())[1]).toMatchObject({ data: { appointment_key } });
		}
	});

	test("from a copy of its database on another machine leaves production's webhook alone", async () => {
		const path = new URL(kept.url()).pathname;
		const own = () =>
			structuredClone(webhooks().filter(({ url }) => new URL(url).pathname === path));
		const production = own();
		const copy = await startN8n({ folder });
		try {
			await copy.api.deactivate(kept.id);
			expect(own()).toEqual(production);
			await copy.api.activate(kept.id);
			expect(own()).toEqual([
				...production,
				expect.objectContaining({ url: expect.stringContaining(copy.url) }),
			]);
			await copy.api.deactivate(kept.id);
			expect(own()).toEqual(production);
			const [line = ''] = copy.log(/The former webhook/);
			expect(line).toContain(fixture.n8n.url);
			expect(line).toContain('If no other n8n uses it, delete it');
		} finally {
			await copy.stop();
		}
	});
});
