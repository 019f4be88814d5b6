import crypto from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';

import {
	bareAddress,
	isSecret,
	newSecret,
	secretOf,
	withSecret,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/urlSecret';
import { displayUrl } from '../../../../nodes/AppointmentScheduling/service/values/addresses';
import type { Service } from '../../../stand-in';
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
	it('has 192 random bits, and can be added to any address and taken off it', () => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true }), (address) => {
				const word = newSecret();
				expect(word).toMatch(/^[\w-]{32}$/);
				expect(secretOf(withSecret(address, word))).toBe(word);
				expect(bareAddress(withSecret(address, word))).toBe(bareAddress(address));
			}),
		);
		expect(new Set(Array.from({ length: 1_000 }, newSecret)).size).toBe(1_000);
	});

	it('is never in the URL that labels and logs show', () => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
				const word = newSecret();
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

	it('is adopted from the service when the static data is lost', async () => {
		await trigger.activate();
		const [url] = registered();
		trigger.staticData = {};
		expect(await deliver(`?secret=${secret()}`)).toMatchObject({ status: 200 });
		await trigger.restart();
		expect(registered()).toEqual([url]);
		expect(trigger.nodeStaticData.webhookUrl).toBe(registered()[0]);
	});

	it('is asked for once when it is lost and many deliveries come', async () => {
		await trigger.activate();
		trigger.staticData = {};
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
		expect(at.requests.of('GET')).toHaveLength(1);
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

	it('is new after the workflow was deactivated', async () => {
		await trigger.activate();
		const before = secret();
		await trigger.deactivate();
		expect(registered()).toEqual([]);
		await trigger.activate();
		expect(secret()).not.toBe(before);
	});

	it('keeps one secret when the answer to its creation is lost', async () => {
		at.faults.add({ method: 'POST', times: 1, action: { kind: 'answerLost' } });
		await trigger.activate();
		expect(registered()).toHaveLength(1);
		expect(trigger.nodeStaticData.webhookUrl).toBe(registered()[0]);
	});

	it('is one of its own while listening for a test event', async () => {
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

	it('without it is told nothing of what is wrong with its body', async () => {
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

	it('is to be sent again while the secret is not known', async () => {
		await trigger.activate();
		const query = `?secret=${secret()}`;
		trigger.staticData = {};
		const fault = at.faults.add({ method: 'GET', action: { kind: 'respond', status: 500 } });
		expect(await deliver(query)).toMatchObject({ status: 503 });
		expect(trigger.executions).toEqual([]);
		fault.remove();
		expect(await deliver(query)).toMatchObject({ status: 200 });
	});
});
