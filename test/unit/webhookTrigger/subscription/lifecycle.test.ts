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

it('registers a webhook anew if the service lists it but refuses to change it with 404', async () => {
	at.webhooks.add({ url: trigger.webhookUrl, events: [CANCELED] });
	at.faults.add({ method: 'PUT', action: { kind: 'respond', status: 404 } });
	await trigger.activate();
	const [, made] = at.webhooks.list();
	expect(made).toMatchObject({ url: trigger.webhookUrl, events: [CREATED, UPDATED] });
	expect(trigger.nodeStaticData.webhookKey).toBe(made?.key);
});

it.each([
	[{ catchUp: 'everyMinute' }, false],
	[{ onlyWhenChanged: ['start'] }, false],
	[{ verify: 'refetch' }, true],
])('without a time zone, publication with %j succeeds: %s', async (options, isPublished) => {
	const credentials = { ...credentialOf(at), timezone: '' };
	trigger = triggerFor(at, { events: [CREATED], options }, { credentials });
	const failure = await trigger.activate().catch((error: Error) => error.message);
	expect(failure).toEqual(
		isPublished ? undefined : expect.stringMatching(/^'Service Timezone': it is not set.*Madrid/),
	);
	expect(at.webhooks.list()).toHaveLength(isPublished ? 1 : 0);
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
