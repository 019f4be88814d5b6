import { credentialOf, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { failureOf } from '../../support/failure';
import { CREATED, service, triggerFor, UPDATED } from '../deliveries/support';

let at: Service;
let trigger: TriggerWorkflow;

beforeAll(async () => {
	at = await service();
});

beforeEach(() => {
	at.webhooks.clear();
	at.faults.clear();
	at.requests.clear();
	trigger = triggerFor(at, { events: [CREATED, UPDATED] });
});
afterEach(() => jest.restoreAllMocks());

it.each(['changes', 'notifications'])(
	'is published without a time zone, for %s',
	async (runFor) => {
		const credentials = { ...credentialOf(at), timezone: '' };
		trigger = triggerFor(at, { events: [CREATED], runFor }, { credentials });
		await trigger.activate();
		expect(at.webhooks.list()).toHaveLength(1);
		await trigger.stop();
	},
);

const BY_HAND = "choose By Hand as 'Webhook Registration'";

it.each([
	[400, true],
	[401, false],
	[403, true],
	[404, true],
	[405, true],
])('refused with %i, publication and its end fail, and say By Hand: %s', async (status, isSaid) => {
	at.faults.add({ path: /webhooks/, action: { kind: 'respond', status } });
	for (const act of ['activate', 'listenForTest', 'deactivate'] as const) {
		const { message } = await failureOf(trigger[act]());
		expect([message.includes(String(status)), message.includes(BY_HAND)]).toEqual([true, isSaid]);
	}
});

it('has nothing to save if its webhook is right, because n8n would save what it loaded at its start', async () => {
	await trigger.activate();
	const context = trigger.hookContext();
	await trigger.installed.nodeType.webhookMethods!.default!.create.call(context);
	expect(context.workflow.staticData.__dataChanged).not.toBe(true);
});

it('publication does not wait for the quota', async () => {
	const own = await service({ quota: 5 });
	own.seed(3);
	trigger = triggerFor(own, { events: [CREATED] });
	for (let request = 0; request < 5; request += 1) {
		await fetch(`${own.baseUrl}/api/v3/calendars/`, {
			headers: { authorization: `Bearer ${own.token}` },
		});
	}
	const since = performance.now();
	await expect(trigger.activate()).rejects.toThrow(/quota of requests is used up|429/);
	expect(performance.now() - since).toBeLessThan(10_000);
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

it('listening for a test event has a separate webhook, which is deleted afterwards', async () => {
	await trigger.activate();
	const production = at.webhooks.list();
	await trigger.listenForTest();
	expect(at.webhooks.list().map(({ url }) => url)).toEqual([
		production[0]!.url,
		expect.stringContaining(`${trigger.testWebhookUrl}?secret=`),
	]);
	await trigger.stopListening();
	expect(at.webhooks.list()).toEqual(production);
});

it("an n8n with a copy of another one's database leaves that one's webhook alone, and its log says so", async () => {
	await trigger.activate();
	const production = at.webhooks.list();
	const copy = triggerFor(at, { events: [CREATED] }, { publicUrl: 'https://copy.example/' });
	copy.staticData = trigger.staticData;
	const warn = jest.spyOn(copy.hookContext().logger, 'warn').mockReturnValue();
	await copy.deactivate();
	expect(at.webhooks.list()).toEqual(production);
	copy.staticData = trigger.staticData;
	await copy.activate();
	expect(at.webhooks.list()).toHaveLength(2);
	await copy.deactivate();
	expect(at.webhooks.list()).toEqual(production);
	expect(warn).toHaveBeenCalledTimes(2);
	expect(warn.mock.calls.join()).toContain(`webhook ${production[0]!.url.split('?')[0]} (key`);
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
	])('of another account: the log names the webhook that stays, %s', async (_when, has, act) => {
		const [{ key, url, events } = { key: '', url: '', events: [''] }] = at.webhooks.list();
		at.webhooks.clear();
		if (has) at.webhooks.add({ url, events });
		await act();
		expect(warn).toHaveBeenCalledTimes(1);
		expect(warn.mock.calls.join()).toContain(
			`webhook ${url.split('?')[0]} (key ${key}) stays at ${at.baseUrl}`,
		);
		expect(warn.mock.calls.join()).not.toContain(token);
	});

	it('of the same account: the webhook is found, and nothing is logged', async () => {
		await trigger.activate('update');
		await trigger.deactivate();
		expect(at.webhooks.list()).toEqual([]);
		expect(warn).not.toHaveBeenCalled();
	});
});
