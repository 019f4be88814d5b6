import { ActivationRefusal } from '../harness';
import { useBench } from '../support/bench';
import { activeTrigger, clearTriggers, eventually, savedTrigger } from '../support/events';

// Without its publication service, as in earlier versions, n8n tries an activation once instead of
// five times, and activates workflows again at its start.
const bench = useBench({}, { env: { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' } });
afterEach(clearTriggers);

const created = ['appointment.created'];
const both = ['appointment.created', 'appointment.canceled'];
const webhooks = () => bench.service.webhooks.list();

describe('activation', () => {
	test("ends in the service's words when it refuses", async () => {
		const workflow = await savedTrigger(bench, { events: created });
		bench.service.faults.add({
			method: 'POST',
			action: { kind: 'respond', status: 403, body: { detail: 'Your plan has no webhooks.' } },
		});

		const activation = bench.n8n.api.activate(workflow.id);

		await expect(activation).rejects.toThrow('Your plan has no webhooks.');
		await expect(activation).rejects.toBeInstanceOf(ActivationRefusal);
		expect(webhooks()).toEqual([]);
		await bench.n8n.api.deactivate(workflow.id);
	});

	test('without an event is refused', async () => {
		const workflow = await savedTrigger(bench, { events: [] });

		await expect(bench.n8n.api.activate(workflow.id)).rejects.toThrow(/event/i);
		expect(bench.service.webhooks.list()).toEqual([]);
	});
});

describe('n8n started again', () => {
	test('finds the webhook instead of making another, and mends what changed meanwhile', async () => {
		const same = await activeTrigger(bench, { events: created });
		const changed = await activeTrigger(bench, { events: created });
		const gone = await activeTrigger(bench, { events: created });
		const before = bench.service.webhooks.list();
		const urls = [same, changed, gone].map((workflow) => workflow.url());
		const keyOf = (url: string) => before.find((webhook) => webhook.url === url)!.key;
		bench.service.webhooks.update(keyOf(urls[1]!), { events: both });
		bench.service.webhooks.double(keyOf(urls[1]!));

		bench.service.webhooks.remove(keyOf(urls[2]!));
		bench.service.requests.clear();
		await bench.n8n.restart();
		await eventually(() => {
			const after = bench.service.webhooks.list();
			expect(after.map(({ url }) => url).sort()).toEqual([...urls].sort());
			expect(after.map(({ events }) => events)).toEqual([created, created, created]);
			expect(after.map(({ key }) => key)).toEqual(
				expect.arrayContaining([keyOf(urls[0]!), keyOf(urls[1]!)]),
			);
		});
		expect(bench.service.requests.of('POST')).toHaveLength(1);
		const changes = bench.service.requests.of('PUT').map(({ status }) => status);
		expect(changes).toEqual([200]);
	});
});
