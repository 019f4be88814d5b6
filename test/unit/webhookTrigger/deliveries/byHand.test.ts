import { credentialOf, type Service } from '../../../stand-in';
import type { NodeOptions } from '../../support';
import { CREATED, notification, runsOf, service, triggerFor } from './support';

let at: Service;

beforeAll(async () => {
	at = await service({ registration: 'forbidden' });
});

const byHand = (webhookSecret = '', options: NodeOptions = {}) =>
	triggerFor(
		at,
		{ events: [CREATED], registration: 'manual' },
		{ credentials: { ...credentialOf(at), webhookSecret }, ...options },
	);

it('is published, restarted and unpublished without a request to the service, also without HTTPS', async () => {
	at.requests.clear();
	const trigger = byHand('', { publicUrl: 'http://n8n.example/' });
	await trigger.activate();
	await trigger.restart();
	await trigger.listenForTest();
	await trigger.stopListening();
	await trigger.deactivate();
	expect(at.requests.entries).toEqual([]);
	expect(trigger.nodeStaticData).toEqual({});
});

it('without a Webhook Secret, whoever knows the URL starts executions', async () => {
	const trigger = byHand();
	await trigger.activate();
	const body = notification();
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toMatchObject([[body]]);
});

it.each([
	['the header', 'Bearer the secret', 200],
	['another case of the word', 'bearer  the secret', 200],
	['no header', undefined, 401],
	['the secret alone', 'the secret', 401],
	['another secret', 'Bearer the secre7', 401],
	['nothing', 'Bearer ', 401],
])('with a Webhook Secret, a delivery with %s', async (_what, authorization, status) => {
	for (const webhookSecret of ['the secret', ' Bearer the secret ']) {
		const trigger = byHand(webhookSecret);
		await trigger.activate();
		const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
		const test = async (isTest: boolean) =>
			(await trigger.deliver({ body: notification(), headers, test: isTest })).status;
		expect(await test(false)).toBe(status);
		expect(await runsOf(trigger)).toHaveLength(status === 200 ? 1 : 0);
		await trigger.listenForTest();
		expect(await test(true)).toBe(status);
	}
});

describe('after Automatic', () => {
	const switched = async (own: Service) => {
		const trigger = triggerFor(own, { events: [CREATED] });
		await trigger.activate();
		trigger.installed.workflowData.nodes[0]!.parameters.registration = 'manual';
		own.requests.clear();
		return trigger;
	};

	it('deletes what Automatic has registered, once, and leaves what the user has entered', async () => {
		const own = await service();
		const trigger = await switched(own);
		const entered = own.webhooks.add({ url: trigger.webhookUrl, events: [CREATED] });
		await trigger.activate('update');
		await trigger.restart();
		expect(own.webhooks.list()).toEqual([entered]);
		expect(own.requests.entries.map(({ method }) => method)).toEqual(['DELETE']);
		expect(trigger.nodeStaticData).toEqual({});
	});

	it('logs which webhook stays if the service refuses that', async () => {
		const own = await service();
		const trigger = await switched(own);
		const [{ key, url } = { key: '', url: '' }] = own.webhooks.list();
		own.set({ registration: 'forbidden' });
		const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
		await trigger.activate('update');
		const address = url.split('?')[0]!;
		expect(warn.mock.calls.join()).toContain(`${address} (key ${key}) stays at ${own.baseUrl}`);
		expect(warn.mock.calls.join()).not.toContain('secret=');
		expect(trigger.nodeStaticData).toEqual({});
		warn.mockRestore();
	});
});
