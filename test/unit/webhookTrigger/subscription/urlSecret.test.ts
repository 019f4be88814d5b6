import crypto from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { ITriggerFunctions } from 'n8n-workflow';

import { connect } from '../../../../nodes/AppointmentScheduling/n8n/connect';
import { restoreWebhook } from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/lifecycle';
import {
	bareAddress,
	derivedSecret,
	isSecret,
	withSecret,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/urlSecret';
import {
	displayUrl,
	secretOf,
} from '../../../../nodes/AppointmentScheduling/service/values/addresses';
import { credentialOf, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { fastSleep, now } from '../deliveries/fastClock';
import { CREATED, notification, runsOf, service, triggerFor } from '../deliveries/support';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => await fastSleep(ms),
}));

const WITH = { options: { urlSecret: true } };

let at: Service;
let trigger: TriggerWorkflow;

beforeAll(async () => {
	at = await service({ dialect: 'paged' });
});

beforeEach(async () => {
	at.webhooks.clear();
	at.faults.clear();
	trigger = triggerFor(at, WITH);
	await trigger.activate();
	at.requests.clear();
});

const secret = () => secretOf(at.webhooks.list()[0]?.url ?? '');
const deliver = async (query: string) => await trigger.deliver({ body: notification(), query });

/** A published trigger at another service, whose token somebody can replace. */
async function published() {
	const own = await service({ dialect: 'paged' });
	trigger = triggerFor(own, WITH);
	await trigger.activate();
	const replaceToken = () => {
		Object.assign(own, { token: 'new-token' });
		Object.assign(trigger.installed.credentialsHelper, { data: credentialOf(own) });
	};
	return { replaceToken, query: () => new URL(own.webhooks.list()[0]!.url).search };
}

describe('the secret of a webhook URL', () => {
	it('depends on the token and the path, can be added to any address, and is never shown', () => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
				const word = derivedSecret('token', address);
				const url = withSecret(address, word);
				expect(word).toMatch(/^[\w-]{32}$/);
				expect(secretOf(url)).toBe(word);
				expect(bareAddress(url)).toBe(bareAddress(address));
				expect(displayUrl(url)).toBe(displayUrl(address));
				expect(displayUrl(url)).not.toContain('?');
			}),
		);
		const words = [
			derivedSecret('token', 'https://n8n.example/webhook/a/webhook'),
			derivedSecret('token', 'https://n8n.example/webhook/b/webhook'),
			derivedSecret('other', 'https://n8n.example/webhook/a/webhook'),
		];
		expect(new Set(words).size).toBe(3);
	});

	it('is compared in constant time, whatever is given', () => {
		const compare = jest.spyOn(crypto, 'timingSafeEqual');
		const given = ['', 'x'.repeat(1e6), undefined, null, 7, ['right'], { right: 1 }];
		expect(given.filter((value) => isSecret(value, 'right'))).toEqual([]);
		expect(isSecret('right', 'right')).toBe(true);
		expect(compare).toHaveBeenCalledTimes(given.length + 1);
		compare.mockRestore();
	});
});

describe('a delivery', () => {
	it('runs with the secret, without a request to the service', async () => {
		expect(await deliver(`?secret=${secret()}`)).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toHaveLength(1);
		expect(at.requests.entries).toEqual([]);
	});

	it('gets 404 in a test without the secret, and runs with it', async () => {
		await trigger.listenForTest();
		const body = notification();
		const query = `?secret=${secret()}`;
		expect(await trigger.deliver({ body, test: true })).toMatchObject({ status: 404 });
		expect(await trigger.deliver({ body, query, test: true })).toMatchObject({ status: 200 });
	});

	it('with a wrong secret costs two requests, then one every five seconds, and all get 404', async () => {
		const held = at.faults.add({ method: 'GET', action: { kind: 'hold' } });
		const wrong = async () => expect(await deliver('?secret=wrong')).toMatchObject({ status: 404 });
		const start = now();
		const first = Array.from({ length: 20 }, wrong);
		while (held.hits === 0) await nextTurn();
		held.remove();
		await Promise.all(first);
		expect(at.requests.of('GET')).toHaveLength(1);
		await wrong();
		await Promise.all(Array.from({ length: 20 }, wrong));
		expect(now() - start).toBeGreaterThan(5_000);
		expect(at.requests.of('GET')).toHaveLength(3);
	});

	it('runs with a secret that was registered after another delivery had caused a look-up', async () => {
		const former = 'f'.repeat(32);
		expect(await deliver(`?secret=${former}`)).toMatchObject({ status: 404 });
		at.webhooks.add({ url: withSecret(trigger.webhookUrl, former), events: [CREATED] });
		expect(await deliver(`?secret=${former}`)).toMatchObject({ status: 200 });
	});

	it('runs with the secret of a former token while the service still delivers with it', async () => {
		const [webhook] = at.webhooks.list();
		const former = 'f'.repeat(32);
		at.webhooks.clear();
		at.webhooks.add({ url: withSecret(trigger.webhookUrl, former), events: webhook!.events });
		expect(await deliver(`?secret=${former}`)).toMatchObject({ status: 200 });
		await trigger.restart();
		expect(secret()).not.toBe(former);
	});

	it('runs with the secret of a new token once it is published, and with the former one no more', async () => {
		const { query, replaceToken } = await published();
		const former = query();
		expect(await deliver('?secret=wrong')).toMatchObject({ status: 404 });
		replaceToken();
		await trigger.activate('update');
		expect(query()).toContain(derivedSecret('new-token', trigger.webhookUrl));
		expect(await deliver(query())).toMatchObject({ status: 200 });
		expect(await deliver(former)).toMatchObject({ status: 404 });
	});

	it('runs with the former secret after Catch Up has registered the webhook with another token', async () => {
		const { query, replaceToken } = await published();
		const former = query();
		replaceToken();
		const context = trigger.hookContext() as unknown as ITriggerFunctions;
		await restoreWebhook(context, await connect(context), () => false);
		expect(query()).not.toBe(former);
		// It was on its way, or the service has not taken over the new URL yet.
		expect(await deliver(former)).toMatchObject({ status: 200 });
		expect(await deliver(query())).toMatchObject({ status: 200 });
		expect(await deliver('?secret=wrong')).toMatchObject({ status: 404 });
		expect(await runsOf(trigger)).toHaveLength(2);
	});

	it('gets 503 with a wrong secret while the registered one cannot be looked up', async () => {
		at.faults.add({ method: 'GET', action: { kind: 'respond', status: 500 } });
		expect(await deliver('?secret=wrong')).toMatchObject({ status: 503 });
		expect(trigger.executions).toEqual([]);
		expect(await deliver(`?secret=${secret()}`)).toMatchObject({ status: 200 });
	});
});
