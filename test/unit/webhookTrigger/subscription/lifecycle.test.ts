import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ITriggerFunctions } from 'n8n-workflow';

import { connect } from '../../../../nodes/AppointmentScheduling/n8n/connect';
import { triggerStateOf } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/state';
import { restoreWebhook } from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/lifecycle';
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
afterEach(() => jest.restoreAllMocks());

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
	// Execute step tries the same.
	const shown = await trigger.listenForTest().catch((error: Error) => error.message);
	expect(shown).toEqual(failure);
	await trigger.stopListening().catch(() => undefined);
	expect(failure).toEqual(
		isPublished ? undefined : expect.stringMatching(/^'Service Timezone': it is not set.*Madrid/),
	);
	expect(at.webhooks.list()).toHaveLength(isPublished ? 1 : 0);
});

it('does not overwrite, at the start of n8n, what executions save meanwhile', async () => {
	await trigger.activate();
	const name = `node:${trigger.installed.node.name}`;
	const saved = { ...trigger.nodeStaticData, watched: { appointments: 'saved meanwhile' } };
	// Only the registration of the webhook.
	trigger.isFollower = true;
	const fault = at.faults.add({ method: 'GET', action: { kind: 'hold' } });
	const restart = trigger.restart();
	while (fault.hits === 0) await nextTurn();
	trigger.staticData = { [name]: saved };
	fault.remove();
	await restart;
	expect(trigger.nodeStaticData).toEqual(saved);
});

it.each([300_000, -300_000])(
	"knows a clock of the service that is %i ms ahead before the first delivery, also when n8n's is set back",
	async (ms) => {
		const now = Date.now.bind(Date);
		const headers = { date: new Date(now() + ms).toUTCString() };
		const url = trigger.webhookUrl;
		const body = [{ webhook_key: 'one', url, events: [CREATED, UPDATED] }];
		at.faults.add({ method: 'GET', action: { kind: 'respond', status: 200, body, headers } });
		await trigger.activate();
		const state = triggerStateOf(trigger.hookContext());
		expect(Math.abs(state.now - now() - ms)).toBeLessThan(10_000);
		jest.spyOn(Date, 'now').mockImplementation(() => now() - 300_000);
		expect(Math.abs(state.now - now() - ms)).toBeLessThan(10_000);
	},
);

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

describe('a new access token', () => {
	const token = 'another-token';
	let warn: jest.SpyInstance;

	beforeEach(async () => {
		await trigger.activate();
		const credential = jest.spyOn(trigger.installed.credentialsHelper, 'getDecrypted');
		credential.mockResolvedValue({ ...credentialOf(at), accessToken: token });
		Object.assign(at, { token });
		warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
	});
	afterEach(() => {
		Object.assign(at, { token: 'stand-in-token' });
	});

	it.each([
		['at publication', false, async () => await trigger.activate('update')],
		['when the workflow is unpublished', false, async () => await trigger.deactivate()],
		['back to the first one', true, async () => await trigger.activate('update')],
		['unpublished at the first one', true, async () => await trigger.deactivate()],
	])('of another account: the log names the webhook that stays, %s', async (_when, has, act) => {
		const [{ key, url, events } = { key: '', url: '', events: [''] }] = at.webhooks.list();
		at.webhooks.clear();
		if (has) at.webhooks.add({ url, events });
		await act();
		expect(warn).toHaveBeenCalledTimes(1);
		expect(warn.mock.calls.join()).toContain(`webhook ${url} (key ${key}) stays at ${at.baseUrl}`);
		expect(warn.mock.calls.join()).not.toContain(token);
	});

	it('of the same account: the webhook is found, and nothing is logged', async () => {
		await trigger.activate('update');
		await trigger.deactivate();
		expect(at.webhooks.list()).toEqual([]);
		expect(warn).not.toHaveBeenCalled();
	});
});

it('unpublishing also deletes a webhook that Catch Up is registering', async () => {
	await trigger.activate();
	at.webhooks.clear();
	const context = trigger.hookContext() as unknown as ITriggerFunctions;
	const held = at.faults.add({ method: 'POST', action: { kind: 'hold' } });
	const restored = restoreWebhook(context, await connect(context), () => false);
	while (held.hits === 0) await nextTurn();
	const unpublished = trigger.deactivate();
	for (let turn = 0; turn < 200; turn += 1) await nextTurn();
	held.remove();
	expect(await restored).toBe(true);
	await unpublished;
	expect(at.webhooks.list()).toEqual([]);
	expect(await restoreWebhook(context, await connect(context), () => false)).toBe(false);
	expect(at.webhooks.list()).toEqual([]);
});

it('if the service refuses the registration, Catch Up runs nothing until the next one succeeds', async () => {
	await trigger.activate();
	const context = trigger.hookContext() as unknown as ITriggerFunctions;
	const isRestored = async () => await restoreWebhook(context, await connect(context), () => false);
	expect(await isRestored()).toBe(true);
	const refusal = at.faults.add({ path: /webhooks/, action: { kind: 'respond', status: 403 } });
	await expect(trigger.activate()).rejects.toThrow();
	refusal.remove();
	expect(await isRestored()).toBe(false);
	await trigger.activate();
	expect(await isRestored()).toBe(true);
});
