import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { CREATED, service, triggerFor } from '../deliveries/support';

jest.mock('../../../../nodes/AppointmentScheduling/service/http/backoff', () => ({
	...jest.requireActual('../../../../nodes/AppointmentScheduling/service/http/backoff'),
	backoffDelay: () => 1,
}));

let at: Service;
let trigger: TriggerWorkflow;

beforeAll(async () => {
	at = await service();
});

beforeEach(() => {
	at.webhooks.clear();
	at.faults.clear();
	at.requests.clear();
	at.speak('plain');
	trigger = triggerFor(at);
});

const urls = () => at.webhooks.list().map(({ url }) => url);

describe('what is not its own', () => {
	it('is the webhook of a workflow that this one was copied from', async () => {
		await trigger.activate();
		const [original] = at.webhooks.list();
		const copy = triggerFor(at, {}, { staticData: trigger.staticData });
		await copy.activate();
		expect(at.webhooks.list()[0]).toEqual(original);
		expect(urls()).toEqual([trigger.webhookUrl, copy.webhookUrl]);
		await copy.deactivate();
		expect(at.webhooks.list()).toEqual([original]);
	});

	it.each(['plain', 'offset', 'cursor', 'odd'] as const)(
		'is the webhook of the n8n whose database this one has a copy of (%s)',
		async (dialect) => {
			at.speak(dialect);
			trigger = triggerFor(at);
			await trigger.activate();
			const [original] = structuredClone(at.webhooks.list());
			const copy = triggerFor(at, {}, { publicUrl: 'https://staging.example/' });
			Object.assign(copy.installed.workflowData, { id: trigger.installed.workflowData.id });
			Object.assign(copy.installed.node, { webhookId: trigger.installed.node.webhookId });
			copy.staticData = trigger.staticData;
			await copy.deactivate();
			copy.staticData = trigger.staticData;
			await copy.activate();
			await copy.restart();
			expect(at.webhooks.list()[0]).toEqual(original);
			expect(urls()).toEqual([trigger.webhookUrl, copy.webhookUrl]);
			await copy.deactivate();
			expect(at.webhooks.list()).toEqual([original]);
		},
	);

	it('is a webhook whose number was its own before, with an address of somebody else', async () => {
		await trigger.activate();
		const { webhookKey } = trigger.nodeStaticData;
		const url = 'https://elsewhere.example/hook';
		at.webhooks.update(String(webhookKey), { url });
		await trigger.restart();
		expect(urls()).toEqual([url, trigger.webhookUrl]);
		await trigger.deactivate();
		expect(urls()).toEqual([url]);
	});

	it('is the webhook that listens for a test event, and the other way round', async () => {
		await trigger.activate();
		const production = structuredClone(at.webhooks.list());
		const saved = trigger.staticData;
		await trigger.listenForTest();
		expect(urls()).toEqual([trigger.webhookUrl, trigger.testWebhookUrl]);
		await trigger.restart();
		expect(urls()).toEqual([trigger.webhookUrl, trigger.testWebhookUrl]);
		await trigger.stopListening();
		expect(at.webhooks.list()).toEqual(production);
		expect(trigger.staticData).toEqual(saved);
	});
});

describe('what is its own', () => {
	it('is a webhook with its address that the service refuses to register twice', async () => {
		at.speak('offset');
		at.webhooks.add({ url: trigger.webhookUrl, events: ['appointment.updated'] });
		// The list shows it only after the creation was refused.
		at.faults.add({
			method: 'GET',
			times: 1,
			action: { kind: 'respond', status: 200, body: { data: [] } },
		});
		await trigger.activate();
		expect(at.requests.of('POST')[0]).toMatchObject({ status: 409 });
		expect(at.webhooks.list()).toMatchObject([{ url: trigger.webhookUrl, events: [CREATED] }]);
	});

	it('is the webhook whose key it knows, in a list that tells no addresses', async () => {
		await trigger.activate();
		const { webhookKey } = trigger.nodeStaticData;
		const body = [{ webhook_key: webhookKey, events: [CREATED] }];
		at.faults.add({ method: 'GET', action: { kind: 'respond', status: 200, body } });
		await trigger.restart();
		expect(at.webhooks.list()).toHaveLength(1);
		await trigger.deactivate();
		expect(at.webhooks.list()).toEqual([]);
	});

	it('is its address in another spelling', async () => {
		const spelt = `${trigger.webhookUrl.replace('https://n8n.example', 'HTTPS://N8N.example:443')}/`;
		at.webhooks.add({ url: spelt, events: [CREATED] });
		await trigger.activate();
		expect(urls()).toEqual([spelt]);
		await trigger.deactivate();
		expect(urls()).toEqual([]);
	});
});

describe('what fails', () => {
	it('is refused before anything is sent when n8n has no HTTPS address', async () => {
		const local = triggerFor(at, {}, { publicUrl: 'http://localhost:5678/' });
		const refusal = await local.activate().catch((error: unknown) => error);
		expect(refusal).toMatchObject({
			name: 'NodeOperationError',
			// Of a failed activation n8n shows the title alone.
			message: expect.stringMatching(/is not an HTTPS address.*N8N_WEBHOOK_URL.* WEBHOOK_URL/),
		});
		expect(at.requests.of('POST')).toEqual([]);
		await expect(local.deactivate()).resolves.toBeUndefined();
	});

	it('is refused before anything is sent when no event was chosen', async () => {
		const none = triggerFor(at, { events: [] });
		await expect(none.activate()).rejects.toMatchObject({
			message: expect.stringContaining('Trigger On'),
		});
		expect(at.requests.of('POST')).toEqual([]);
	});

	it.each([
		['GET', 403],
		['POST', 400],
		['POST', 422],
	])('%s with %i throws in the words of the service', async (method, status) => {
		const body = { detail: 'The plan of this account has no webhooks.' };
		at.faults.add({ method, action: { kind: 'respond', status, body } });
		const failure = trigger.activate();
		await expect(failure).rejects.toMatchObject({
			name: 'NodeApiError',
			httpCode: String(status),
			message: expect.stringContaining(body.detail),
		});
		await expect(failure).rejects.not.toMatchObject({ message: expect.stringContaining(at.token) });
		expect(trigger.nodeStaticData).toEqual({});
	});

	it('throws when its webhook cannot be deleted, and still knows it afterwards', async () => {
		await trigger.activate();
		const saved = trigger.staticData;
		at.faults.add({ method: 'DELETE', action: { kind: 'respond', status: 500, body: 'Ouch' } });
		await expect(trigger.deactivate()).rejects.toMatchObject({
			name: 'NodeApiError',
			message: expect.stringContaining('Ouch'),
		});
		expect(trigger.staticData).toEqual(saved);
		at.faults.clear();
		await trigger.activate();
		expect(urls()).toEqual([trigger.webhookUrl]);
	});

	it('makes one anew when a webhook is listed that the service does not know when it is changed', async () => {
		const listed = at.webhooks.add({ url: trigger.webhookUrl, events: ['appointment.updated'] });
		const gone = { kind: 'respond', status: 404, body: { detail: 'Not found.' } } as const;
		const fault = at.faults.add({ method: 'PUT', action: gone });
		await trigger.activate();
		expect(fault.hits).toBe(1);
		const [, made] = at.webhooks.list();
		expect(made).toMatchObject({ url: trigger.webhookUrl, events: [CREATED] });
		expect(trigger.nodeStaticData.webhookKey).toBe(made?.key);
		at.faults.clear();
		at.webhooks.remove(listed.key);
		await trigger.restart();
		expect(at.webhooks.list()).toEqual([made]);
	});

	it('throws when the list cannot be had, and deletes nothing that it does not see listed', async () => {
		await trigger.activate();
		at.requests.clear();
		const fault = at.faults.add({ method: 'GET', action: { kind: 'respond', status: 500 } });
		await expect(trigger.deactivate()).rejects.toMatchObject({ httpCode: '500' });
		expect(at.requests.of('DELETE')).toEqual([]);
		fault.remove();
		// n8n tries three times.
		for (let attempt = 0; attempt < 3; attempt += 1) await trigger.deactivate();
		expect(urls()).toEqual([]);
	});
});
