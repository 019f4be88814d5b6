import { credentialOf, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { CREATED, service, triggerFor, UPDATED } from '../deliveries/support';

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

it.each([
	['changes', false],
	['notifications', true],
])('without a time zone, publication for %s succeeds: %s', async (runFor, isPublished) => {
	const credentials = { ...credentialOf(at), timezone: '' };
	trigger = triggerFor(at, { events: [CREATED], runFor }, { credentials });
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

it('an http address of n8n is refused before anything is sent, with what to set', async () => {
	const publicUrl = 'http://n8n.example/';
	const options = { credentials: credentialOf(at), publicUrl };
	trigger = triggerFor(at, { events: [CREATED] }, options);
	const activation = trigger.activate();
	await expect(activation).rejects.toThrow(/^'Webhook URL': "http:.+" is not an HTTPS address/);
	await expect(activation).rejects.toThrow(/N8N_WEBHOOK_URL \(older: WEBHOOK_URL\)/);
	expect(at.requests.of('POST')).toEqual([]);
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
