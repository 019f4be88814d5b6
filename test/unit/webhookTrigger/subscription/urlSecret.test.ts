import crypto from 'node:crypto';
import fc from 'fast-check';

import {
	bareAddress,
	derivedSecret,
	withSecret,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/urlSecret';
import { credentialOf, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { notification, service, triggerFor } from '../deliveries/support';

let at: Service;
let trigger: TriggerWorkflow;

beforeEach(async () => {
	at = await service();
	trigger = triggerFor(at);
	await trigger.activate();
	at.requests.clear();
});

const query = () => new URL(at.webhooks.list()[0]!.url).search;
const deliver = async (query: string) =>
	(await trigger.deliver({ body: notification(), query })).status;

function replaceToken() {
	Object.assign(at, { token: 'new-token' });
	Object.assign(trigger.installed.credentialsHelper, { data: credentialOf(at) });
}

it('depends on the token and the path, and can be added to any address', () => {
	fc.assert(
		fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
			const secret = derivedSecret('token', address);
			const url = withSecret(address, secret);
			expect(secret).toMatch(/^[\w-]{32}$/);
			expect(new URL(url).searchParams.get('secret')).toBe(secret);
			expect(bareAddress(url)).toBe(bareAddress(address));
		}),
	);
	const secrets = [
		derivedSecret('token', 'https://n8n.example/webhook/a/webhook'),
		derivedSecret('token', 'https://n8n.example/webhook/b/webhook'),
		derivedSecret('other', 'https://n8n.example/webhook/a/webhook'),
	];
	expect(new Set(secrets).size).toBe(3);
});

it('without it, a delivery gets 404, also in a test, and causes no request', async () => {
	const compare = jest.spyOn(crypto, 'timingSafeEqual');
	for (const wrong of ['?secret=', `?secret=${'x'.repeat(10_000)}`, '?secret=a&secret=b', '']) {
		expect(await deliver(wrong)).toBe(404);
	}
	// In constant time.
	expect(compare.mock.calls.length).toBeGreaterThanOrEqual(4);
	compare.mockRestore();
	expect(at.requests.entries).toEqual([]);
	await trigger.listenForTest();
	const test = { body: notification(), test: true };
	expect(await trigger.deliver({ ...test, query: '' })).toMatchObject({ status: 404 });
	expect(await trigger.deliver(test)).toMatchObject({ status: 200 });
});

it('of the present token is right as well, which another process may have registered', async () => {
	const former = query();
	replaceToken();
	const present = derivedSecret('new-token', trigger.webhookUrl);
	expect(await deliver(`?secret=${present}`)).toBe(200);
	// The registered one is not replaced yet.
	expect(await deliver(former)).toBe(200);
});

it('of a new token is right once it is published, and the former one no more', async () => {
	const former = query();
	expect(await deliver('?secret=wrong')).toBe(404);
	replaceToken();
	await trigger.activate('update');
	expect(query()).toContain(derivedSecret('new-token', trigger.webhookUrl));
	expect(await deliver(query())).toBe(200);
	expect(await deliver(former)).toBe(404);
});

it('while the credential cannot be read, another one gets 503', async () => {
	const credential = jest.spyOn(trigger.installed.credentialsHelper, 'getDecrypted');
	credential.mockRejectedValue(new Error('locked'));
	expect(await deliver('?secret=wrong')).toBe(503);
	expect(await deliver(query())).toBe(200);
	credential.mockRestore();
});
