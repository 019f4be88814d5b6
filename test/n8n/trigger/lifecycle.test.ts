import { cp, rm } from 'node:fs/promises';
import type { DialectName } from '../../stand-in';
import { startN8n } from '../harness';
import { credentialOf, useBench } from '../support/bench';
import { activeTrigger, clearTriggers, eventually } from '../support/events';

const bench = useBench();
afterEach(clearTriggers);

const created = ['appointment.created'];
const both = ['appointment.created', 'appointment.canceled'];
/** Turns the service to a dialect, and gives the workflows to come the credential for it. */
async function speak(name: DialectName): Promise<void> {
	bench.service.speak(name);
	bench.credentialId = await bench.n8n.api.createCredential(credentialOf(bench.service));
}
const webhooks = () => bench.service.webhooks.list();

describe.each<DialectName>(['offset', 'odd'])('the webhook, %s', (name) => {
	beforeAll(async () => await speak(name));
	beforeEach(() => {
		bench.service.webhooks.add({ url: 'https://foreign.example/', events: created });
	});
	const own = () => webhooks().filter(({ url }) => !url.includes('foreign'));
	afterEach(() => expect(own()).toEqual([]));

	test('is made by activation, is still one with other events, deleted by deactivation', async () => {
		const { api } = bench.n8n;
		const workflow = await activeTrigger(bench, { events: created });
		const [first] = own();
		expect(own()).toEqual([
			{ ...first, url: expect.stringMatching(/^https:\/\//), events: created },
		]);

		// To save an active workflow, n8n deactivates and activates it.
		await workflow.save({ events: both, additionalEvents: 'appointment.attended' });
		const events = [...both, 'appointment.attended'];
		expect(own()).toEqual([{ ...own()[0], url: first!.url, events }]);
		const { key } = own()[0]!;
		bench.service.requests.clear();

		await api.deactivate(workflow.id);
		expect(webhooks().map(({ url }) => url)).toEqual(['https://foreign.example/']);
		const deleted = bench.service.requests.of('DELETE', /webhooks/).map(({ path }) => path);
		expect(deleted).toEqual([`/api/v3/webhooks/${key}/`]);
		await api.activate(workflow.id);
		expect(own()).toHaveLength(1);
		await api.deactivate(workflow.id);
	});

	test('is one, also when the answer to its creation is lost', async () => {
		const lost = { method: 'POST', times: 1, action: { kind: 'answerLost' } } as const;
		const fault = bench.service.faults.add(lost);

		const workflow = await activeTrigger(bench, { events: created });

		expect(fault.hits).toBe(1);
		expect(own()).toHaveLength(1);
		await bench.n8n.api.deactivate(workflow.id);
	});

	test('is found by its URL when its key is lost, and doubles are removed', async () => {
		const workflow = await activeTrigger(bench, { events: created });
		const { url } = own()[0]!;
		bench.service.webhooks.remove(own()[0]!.key);
		bench.service.webhooks.add({ url, events: both });
		bench.service.webhooks.add({ url, events: both });

		await workflow.save({ events: ['appointment.updated'] });

		expect(own()).toMatchObject([{ url, events: ['appointment.updated'] }]);
		await bench.n8n.api.deactivate(workflow.id);
	});

	test('that is gone already does not stand in the way of deactivation', async () => {
		const workflow = await activeTrigger(bench, { events: created });
		bench.service.webhooks.remove(own()[0]!.key);

		await bench.n8n.api.deactivate(workflow.id);

		expect(bench.n8n.log(/rror.*(webhook|deactivat)/i)).toEqual([]);
	});
});

test('a webhook that could not be deleted is changed in place by the next activation', async () => {
	const { api } = bench.n8n;
	const workflow = await activeTrigger(bench, { events: created });
	const [made] = webhooks();
	const down = bench.service.faults.add({ action: { kind: 'respond', status: 500 } });
	await api.deactivate(workflow.id);
	expect(down.hits).toBeGreaterThan(0);
	expect((await api.getWorkflow(workflow.id)).active).toBe(false);
	down.remove();

	await workflow.save({ events: both });
	bench.service.requests.clear();
	await api.activate(workflow.id);

	expect(webhooks()).toEqual([{ ...made, events: both }]);
	expect(bench.service.requests.of('PUT')).toHaveLength(1);
	expect(bench.service.requests.of('POST')).toEqual([]);
});

test('n8n started again leaves the webhook as it is, and it works', async () => {
	const workflow = await activeTrigger(bench, { events: created });
	const before = webhooks();

	await bench.n8n.restart();
	const { appointment_key } = bench.service.book();
	await bench.service.deliveries.settled();

	await workflow.runs(1);
	expect(await workflow.received()).toMatchObject([{ data: { appointment_key } }]);
	expect(webhooks()).toEqual(before);
});

test('n8n started again registers a webhook that the service has lost', async () => {
	const { n8n, service } = bench;
	const workflow = await activeTrigger(bench, { events: created });
	const { key, url } = webhooks()[0]!;
	await n8n.stop();
	service.webhooks.remove(key);

	await n8n.start();

	await eventually(() => expect(webhooks()).toMatchObject([{ url, events: created }]), 60_000);
	const { appointment_key } = service.book();
	await workflow.runs(1);
	expect(await workflow.received()).toMatchObject([{ data: { appointment_key } }]);
}, 120_000);

test("a copy of n8n's database on another machine leaves the production webhook alone", async () => {
	const { n8n, service } = bench;
	const workflow = await activeTrigger(bench, { events: created });
	const production = structuredClone(webhooks());
	const folder = `${n8n.folder}-copy`;
	await n8n.stop();
	await cp(n8n.folder, folder, { recursive: true });
	await n8n.start();
	const copy = await startN8n({ folder });
	try {
		await copy.api.deactivate(workflow.id);
		expect(webhooks()).toEqual(production);
		await copy.api.activate(workflow.id);
		expect(webhooks()).toEqual([
			...production,
			expect.objectContaining({ url: expect.stringContaining(copy.url) }),
		]);
		await copy.api.deactivate(workflow.id);
		expect(webhooks()).toEqual(production);
		const [line = ''] = copy.log(/webhook URL of this trigger was/);
		expect(line).toContain(n8n.url);
		expect(line).toContain('If no other n8n uses it, delete it');
	} finally {
		await copy.stop();
		await rm(folder, { recursive: true });
	}
	const { appointment_key } = service.book();
	await workflow.runs(1);
	expect(await workflow.received()).toMatchObject([{ data: { appointment_key } }]);
});
