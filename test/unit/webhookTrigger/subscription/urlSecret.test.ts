import crypto from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';

import {
	bareAddress,
	isSecret,
	derivedSecret,
	secretOf,
	withSecret,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/urlSecret';
import { displayUrl } from '../../../../nodes/AppointmentScheduling/service/values/addresses';
import { credentialOf, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { freshNode, notification, runsOf, service, triggerFor } from '../deliveries/support';

const WITH = { options: { urlSecret: true } };

let at: Service;
let trigger: TriggerWorkflow;

beforeAll(async () => {
	at = await service({ dialect: 'paged' });
});

beforeEach(() => {
	at.webhooks.clear();
	at.faults.clear();
	trigger = triggerFor(at, WITH);
});

const registered = () => at.webhooks.list().map(({ url }) => url);
const secret = () => secretOf(registered()[0] ?? '');
const deliver = async (query: string) => await trigger.deliver({ body: notification(), query });

describe('the secret', () => {
	it('depends on the token and the path, and can be added to any address', () => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true }), (address) => {
				const word = derivedSecret('token', address);
				expect(word).toMatch(/^[\w-]{32}$/);
				expect(secretOf(withSecret(address, word))).toBe(word);
				expect(bareAddress(withSecret(address, word))).toBe(bareAddress(address));
			}),
		);
		const words = [
			derivedSecret('token', 'https://n8n.example/webhook/a/webhook'),
			derivedSecret('token', 'https://n8n.example/webhook/b/webhook'),
			derivedSecret('other', 'https://n8n.example/webhook/a/webhook'),
		];
		expect(new Set(words).size).toBe(3);
	});

	it('is never in the URL that labels and logs show', () => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
				const word = derivedSecret('token', address);
				const shown = displayUrl(withSecret(address, word));
				expect(shown).not.toContain(word);
				expect(shown).not.toContain('?');
				expect(new URL(shown).host).toBe(new URL(address).host);
			}),
		);
		expect(displayUrl('https://user:word@a.example/hook?secret=x#y')).toBe(
			'https://a.example/hook',
		);
		expect(displayUrl('no address?secret=x')).toBe('no address');
	});

	it('is compared by digests of one length, in constant time, whatever is given', () => {
		const compare = jest.spyOn(crypto, 'timingSafeEqual');
		const given = ['', 'a', 'x'.repeat(1e6), undefined, null, 7, ['right'], { right: 1 }, 'right'];
		expect(given.map((value) => isSecret(value, 'right'))).toEqual([
			...given.slice(1).map(() => false),
			true,
		]);
		expect(compare.mock.calls.length).toBe(given.length);
		for (const [a, b] of compare.mock.calls) expect([a.byteLength, b.byteLength]).toEqual([32, 32]);
		compare.mockRestore();
	});
});

describe('a callback URL with a secret', () => {
	it('is registered with one that stays over restarts', async () => {
		await trigger.activate();
		const [url] = registered();
		expect(url).toBe(withSecret(trigger.webhookUrl, secret() ?? ''));
		await trigger.restart();
		await trigger.restart(await freshNode());
		expect(registered()).toEqual([url]);
		expect(at.requests.of('PUT')).toEqual([]);
	});

	it('needs no request, and survives the loss of static data', async () => {
		await trigger.activate();
		const [url] = registered();
		trigger.staticData = {};
		at.requests.clear();
		expect(await deliver(`?secret=${secret()}`)).toMatchObject({ status: 200 });
		expect(at.requests.entries).toEqual([]);
		await trigger.restart();
		expect(registered()).toEqual([url]);
	});

	it('costs one request a minute, however many deliveries have a wrong one', async () => {
		await trigger.activate();
		at.requests.clear();
		const held = at.faults.add({ method: 'GET', action: { kind: 'hold' } });
		const webhook = jest.spyOn(trigger.installed.nodeType, 'webhook');
		const deliveries = Promise.all(
			Array.from({ length: 20 }, async () => await deliver('?secret=wrong')),
		);
		while (webhook.mock.calls.length < 20 || held.hits === 0) await nextTurn();
		held.remove();
		const answers = await deliveries;
		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(404));
		expect(await deliver('?secret=wrong')).toMatchObject({ status: 404 });
		expect(at.requests.of('GET')).toHaveLength(1);
	});

	it('of a former token is accepted while the service still delivers with it', async () => {
		await trigger.activate();
		const [webhook] = at.webhooks.list();
		const former = 'f'.repeat(32);
		at.webhooks.clear();
		at.webhooks.add({ url: withSecret(trigger.webhookUrl, former), events: webhook!.events });
		expect(await deliver(`?secret=${former}`)).toMatchObject({ status: 200 });
		await trigger.restart();
		expect(secret()).not.toBe(former);
	});

	it('of a new token counts from its publication on, also right after a wrong one', async () => {
		const own = await service({ dialect: 'paged' });
		trigger = triggerFor(own, WITH);
		await trigger.activate();
		expect(await deliver('?secret=wrong')).toMatchObject({ status: 404 });
		const token = 'new-token';
		Object.assign(own, { token });
		Object.assign(trigger.installed.credentialsHelper, {
			data: { ...credentialOf(own), accessToken: token },
		});
		await trigger.activate('update');
		const [webhook] = own.webhooks.list();
		const query = new URL(webhook!.url).search;
		expect(query).toContain(derivedSecret(token, trigger.webhookUrl));
		expect(await deliver(query)).toMatchObject({ status: 200 });
	});

	it('gets its secret, and loses it, in place', async () => {
		trigger.installed.node.parameters = {};
		await trigger.activate();
		const [{ key } = { key: '' }] = at.webhooks.list();
		expect(secret()).toBeUndefined();
		trigger.installed.node.parameters = WITH;
		await trigger.activate('update');
		expect(secret()).toBeDefined();
		expect(at.webhooks.list()).toMatchObject([{ key }]);
		trigger.installed.node.parameters = {};
		await trigger.activate('update');
		expect(at.webhooks.list()).toMatchObject([{ key, url: trigger.webhookUrl }]);
		expect(trigger.nodeStaticData.webhookUrl).toBe(trigger.webhookUrl);
	});

	it('keeps one secret when the answer to its creation is lost', async () => {
		at.faults.add({ method: 'POST', times: 1, action: { kind: 'answerLost' } });
		await trigger.activate();
		expect(registered()).toEqual([withSecret(trigger.webhookUrl, secret() ?? '')]);
	});

	it('is asked for while listening for a test event', async () => {
		await trigger.listenForTest();
		const query = `?secret=${secret()}`;
		expect(
			await trigger.deliver({ body: notification(), query: '?secret=x', test: true }),
		).toMatchObject({ status: 404 });
		expect(await trigger.deliver({ body: notification(), query, test: true })).toMatchObject({
			status: 200,
		});
	});
});

describe('a delivery', () => {
	it('runs with the secret, and is not found with anything else, in the same words', async () => {
		await trigger.activate();
		const right = secret() ?? '';
		const wrong = [
			'',
			'?secret=',
			'?secret=wrong',
			`?secret=${right}x`,
			`?secret=${right.slice(1)}`,
			`?secret=${right}&secret=${right}`,
			`?secret[]=${right}`,
			`?secret[a]=${right}`,
			`?Secret=${right}`,
			`?secret=${'x'.repeat(10_000)}`,
			'?__proto__[secret]=x',
		];
		const answers = [];
		for (const query of wrong) answers.push(await deliver(query));
		for (const answer of answers) {
			expect(answer).toMatchObject({ status: 404, body: answers[0]?.body });
			expect(answer.headers).toEqual({ ...answers[0]?.headers, date: expect.anything() });
			expect(JSON.stringify(answer)).not.toContain(right);
		}
		expect(trigger.executions).toEqual([]);
		expect(await deliver(`?secret=${right}`)).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toHaveLength(1);
	});

	it('a delivery without the secret does not learn what is wrong with its body', async () => {
		await trigger.activate();
		const answers = [
			await trigger.deliver({ body: { event: 7 } }),
			await trigger.deliver({
				body: 'x'.repeat(1_100_000),
				headers: { 'content-type': 'text/plain' },
			}),
			await trigger.deliver({ body: notification() }),
		];
		expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
	});

	it('is to be sent again while the registered secret cannot be looked up', async () => {
		await trigger.activate();
		at.faults.add({ method: 'GET', action: { kind: 'respond', status: 500 } });
		expect(await deliver('?secret=wrong')).toMatchObject({ status: 503 });
		expect(trigger.executions).toEqual([]);
		expect(await deliver(`?secret=${secret()}`)).toMatchObject({ status: 200 });
	});
});
