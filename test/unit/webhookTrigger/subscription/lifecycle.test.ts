import { setImmediate as nextTurn } from 'node:timers/promises';

import { credentialOf, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { CANCELED, CREATED, service, triggerFor, UPDATED } from '../deliveries/support';

let at: Service;
let trigger: TriggerWorkflow;

beforeAll(async () => {
	at = await service({ dialect: 'paged' });
});

beforeEach(() => {
	at.webhooks.clear();
	at.faults.clear();
	at.requests.clear();
	trigger = triggerFor(at, { events: [CREATED, UPDATED] });
});

const writes = () =>
	at.requests.entries
		.filter(({ method }) => method !== 'GET')
		.map(({ method, body }) => [method, body && JSON.parse(body)]);

it('registers one webhook, changes nothing at a restart, and forgets it when unpublished', async () => {
	await trigger.activate();
	const [webhook] = at.webhooks.list();
	expect(webhook).toMatchObject({ url: trigger.webhookUrl, events: [CREATED, UPDATED] });
	expect(trigger.nodeStaticData).toEqual({
		webhookKey: webhook?.key,
		webhookUrl: trigger.webhookUrl,
		webhookService: at.baseUrl,
	});
	at.requests.clear();
	await trigger.restart();
	expect(at.webhooks.list()).toEqual([webhook]);
	expect(writes()).toEqual([]);

	await trigger.deactivate();
	expect(at.webhooks.list()).toEqual([]);
	expect(trigger.nodeStaticData).toEqual({});
});

it('changes the events in place with one PUT, and removes duplicates', async () => {
	await trigger.activate();
	const [own] = structuredClone(at.webhooks.list());
	at.webhooks.double(own?.key ?? '');
	trigger.installed.node.parameters = { events: [CANCELED], additionalEvents: 'a.b' };
	at.requests.clear();
	await trigger.activate('update');
	expect(at.webhooks.list()).toMatchObject([{ key: own?.key, events: [CANCELED, 'a.b'] }]);
	const body = { url: trigger.webhookUrl, events: [CANCELED, 'a.b'] };
	expect(writes().filter(([method]) => method === 'PUT')).toEqual([['PUT', body]]);
});

it('leaves the original webhook alone if this n8n runs on a copy of the database', async () => {
	await trigger.activate();
	const [original] = structuredClone(at.webhooks.list());
	const copy = triggerFor(at, {}, { publicUrl: 'https://staging.example/' });
	Object.assign(copy.installed.workflowData, { id: trigger.installed.workflowData.id });
	Object.assign(copy.installed.node, { webhookId: trigger.installed.node.webhookId });
	for (const isPublished of [false, true]) {
		copy.staticData = trigger.staticData;
		if (isPublished) await copy.activate();
		expect(at.webhooks.list()).toHaveLength(isPublished ? 2 : 1);
		await copy.deactivate();
		expect(at.webhooks.list()).toEqual([original]);
	}
});

it('registers a webhook anew if the service lists it but refuses to change it with 404', async () => {
	at.webhooks.add({ url: trigger.webhookUrl, events: [CANCELED] });
	at.faults.add({ method: 'PUT', action: { kind: 'respond', status: 404 } });
	await trigger.activate();
	const [, made] = at.webhooks.list();
	expect(made).toMatchObject({ url: trigger.webhookUrl, events: [CREATED, UPDATED] });
	expect(trigger.nodeStaticData.webhookKey).toBe(made?.key);
});

it('does not overwrite, at the start of n8n, what executions save meanwhile', async () => {
	await trigger.activate();
	const name = `node:${trigger.installed.node.name}`;
	const saved = { ...trigger.nodeStaticData, watched: { appointments: 'saved meanwhile' } };
	const fault = at.faults.add({ method: 'GET', action: { kind: 'hold' } });
	const restart = trigger.restart();
	while (fault.hits === 0) await nextTurn();
	trigger.staticData = { [name]: saved };
	fault.remove();
	await restart;
	expect(trigger.nodeStaticData).toEqual(saved);
});

it('logs at which service the webhook stays if Base URL was edited before unpublishing', async () => {
	await trigger.activate();
	const other = await service();
	const credential = jest.spyOn(trigger.installed.credentialsHelper, 'getDecrypted');
	credential.mockResolvedValue(credentialOf(other));
	const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
	await trigger.deactivate();
	expect(warn.mock.calls.join()).toMatch(new RegExp(`stays at ${at.baseUrl}.*Delete operation`));
	expect(at.webhooks.list()).toHaveLength(1);
});

it('fails before anything is sent if n8n has no HTTPS address, and unpublishes all the same', async () => {
	const local = triggerFor(at, {}, { publicUrl: 'http://localhost:5678/' });
	await expect(local.activate()).rejects.toMatchObject({
		name: 'NodeOperationError',
		// n8n shows only the title.
		message: expect.stringMatching(/is not an HTTPS address.*N8N_WEBHOOK_URL.* WEBHOOK_URL/),
	});
	expect(writes()).toEqual([]);
	await local.deactivate();
});

it.each([
	['GET', 403],
	['POST', 422],
])('fails with the message of a service that responds to %s with %i', async (method, status) => {
	const body = { detail: 'The plan of this account has no webhooks.' };
	at.faults.add({ method, action: { kind: 'respond', status, body } });
	await expect(trigger.activate()).rejects.toMatchObject({
		name: 'NodeApiError',
		httpCode: String(status),
		message: expect.stringContaining(body.detail),
	});
	expect(trigger.nodeStaticData).toEqual({});
});
