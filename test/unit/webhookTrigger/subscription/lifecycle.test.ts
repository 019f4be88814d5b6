import { setImmediate as nextTurn } from 'node:timers/promises';

import { credentialOf, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { CANCELED, CREATED, moveTo, service, triggerFor, UPDATED } from '../deliveries/support';

let at: Service;
let trigger: TriggerWorkflow;

beforeAll(async () => {
	at = await service({ dialect: 'paged' });
});

beforeEach(() => {
	at.webhooks.clear();
	at.faults.clear();
	trigger = triggerFor(at, { events: [CREATED, UPDATED] });
});

const writes = () =>
	at.requests.entries
		.filter(({ method }) => method !== 'GET')
		.map(({ method, body }) => [method, body && JSON.parse(body)]);

it('registers one webhook, changes nothing at a restart, and forgets it when it is deleted', async () => {
	await trigger.activate();
	const [webhook] = at.webhooks.list();
	expect(webhook).toMatchObject({ url: trigger.webhookUrl, events: [CREATED, UPDATED] });
	expect(trigger.nodeStaticData).toEqual({
		webhookKey: webhook?.key,
		webhookUrl: trigger.webhookUrl,
		webhookService: at.baseUrl,
	});
	at.requests.clear();
	for (let start = 0; start < 3; start += 1) await trigger.restart();
	expect(at.webhooks.list()).toEqual([webhook]);
	expect(writes()).toEqual([]);

	await trigger.deactivate();
	expect(at.webhooks.list()).toEqual([]);
	expect(trigger.nodeStaticData).toEqual({});
});

it('changes other events in place, by one PUT with both fields, and removes duplicates', async () => {
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

it('registers under a new public address of n8n, and leaves the former webhook alone', async () => {
	await trigger.activate();
	const [former] = structuredClone(at.webhooks.list());
	moveTo(trigger, 'https://new.example/n8n');
	await trigger.restart();
	expect(trigger.webhookUrl).toMatch(/^https:\/\/new\.example\/n8n\//);
	expect(at.webhooks.list()).toMatchObject([former, { url: trigger.webhookUrl }]);
	await trigger.deactivate();
	expect(at.webhooks.list()).toEqual([former]);
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

it('says at which service the webhook stays if Base URL was edited before unpublishing', async () => {
	await trigger.activate();
	const other = await service();
	const credential = jest.spyOn(trigger.installed.credentialsHelper, 'getDecrypted');
	credential.mockResolvedValue(credentialOf(other));
	const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
	await trigger.deactivate();
	expect(warn.mock.calls.join()).toMatch(new RegExp(`stays at ${at.baseUrl}.*Delete operation`));
	expect(at.webhooks.list()).toHaveLength(1);
});
