import crypto from 'node:crypto';
import fc from 'fast-check';

import {
	bareAddress,
	derivedSecret,
	withSecret,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/urlSecret';
import { displayUrl } from '../../../../nodes/AppointmentScheduling/service/addresses';
import { credentialOf, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { failureOf } from '../../support/failure';
import { CREATED, notification, runsOf, service, triggerFor } from '../deliveries/support';

const secretOf = (url: string) => new URL(url).searchParams.get('secret');

let at: Service;
let trigger: TriggerWorkflow;

beforeAll(async () => {
	at = await service();
});

beforeEach(async () => {
	at.webhooks.clear();
	at.faults.clear();
	trigger = triggerFor(at);
	await trigger.activate();
	at.requests.clear();
});

const secret = () => secretOf(at.webhooks.list()[0]!.url);
const deliver = async (query: string) => await trigger.deliver({ body: notification(), query });

/** A published trigger at another service, whose token somebody can replace. */
async function published() {
	const own = await service();
	trigger = triggerFor(own);
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

	it('never appears in an error of a publication, even if the service names it before it was sent', async () => {
		const known = secret()!;
		const body = { detail: { secret: [`No room for ${known}`] } };
		at.faults.add({ method: 'GET', action: { kind: 'respond', status: 403, body } });
		for (const act of ['activate', 'deactivate'] as const) {
			expect(await failureOf(trigger[act]())).toMatchObject({
				message: expect.stringMatching(/^The access token is not allowed to do this \(403\)\. /),
				description: 'The service says: secret: No room for •••',
			});
		}
	});

	it('is compared in constant time', async () => {
		const compare = jest.spyOn(crypto, 'timingSafeEqual');
		for (const query of ['?secret=', `?secret=${'x'.repeat(10_000)}`, '?secret=a&secret=b', '']) {
			expect(await deliver(query)).toMatchObject({ status: 404 });
		}
		expect(compare.mock.calls.length).toBeGreaterThanOrEqual(4);
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
		expect(await trigger.deliver({ body, query: '', test: true })).toMatchObject({ status: 404 });
		expect(await trigger.deliver({ body, test: true })).toMatchObject({ status: 200 });
	});

	it('with a wrong secret gets 404, without a request to the service', async () => {
		const wrong = async () => expect(await deliver('?secret=wrong')).toMatchObject({ status: 404 });
		await Promise.all(Array.from({ length: 20 }, wrong));
		expect(at.requests.entries).toEqual([]);
		expect(trigger.executions).toEqual([]);
	});

	it('is refused with another secret that the service lists for the same URL', async () => {
		const other = 'f'.repeat(32);
		at.webhooks.add({ url: withSecret(trigger.webhookUrl, other), events: [CREATED] });
		expect(await deliver(`?secret=${other}`)).toMatchObject({ status: 404 });
	});

	it('runs with the secret of the present token, which another process may have registered', async () => {
		const { query, replaceToken } = await published();
		const former = query();
		expect(former).toContain('secret=');
		replaceToken();
		const present = derivedSecret('new-token', trigger.webhookUrl);
		expect(await deliver(`?secret=${present}`)).toMatchObject({ status: 200 });
		// The registered one is not replaced yet.
		expect(await deliver(former)).toMatchObject({ status: 200 });
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

	it('gets 503 with another secret while the credential cannot be read', async () => {
		const credential = jest.spyOn(trigger.installed.credentialsHelper, 'getDecrypted');
		credential.mockRejectedValue(new Error('locked'));
		expect(await deliver('?secret=wrong')).toMatchObject({ status: 503 });
		expect(await deliver(`?secret=${secret()}`)).toMatchObject({ status: 200 });
		credential.mockRestore();
	});
});
