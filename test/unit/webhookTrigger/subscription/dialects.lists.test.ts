import {
	reconcile,
	register,
	unregister,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/reconcile';
import { failureOf, json, talkTo, throughWaits } from '../../service/support';

import { address, life, wanted, type Row } from './life';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('reports that the webhook remains if the list has no keys and the own one is lost', async () => {
	const at = life({ list: (rows) => rows.map(({ url, events }) => ({ url, events })) });
	await at.activate();
	const failure = await failureOf(throughWaits(unregister(at.client, address, {})));
	expect(failure).toMatchObject({
		message: `The service lists the webhook ${address} without a key, so the node can neither change nor delete it`,
		remedy: expect.stringContaining('dashboard'),
	});
});

describe('a list without URLs', () => {
	const list = (rows: Row[]) => rows.map(({ webhook_key, events }) => ({ webhook_key, events }));

	it('lets the stored key do, if it was stored for this URL', async () => {
		const at = life({ list });
		await at.activate();
		await at.activate({ events: ['appointment.updated'] });
		expect(at.rows()).toMatchObject([{ url: address, events: ['appointment.updated'] }]);
		await at.deactivate();
		expect(at.rows()).toEqual([]);
	});

	it('leaves alone the key that was stored for another URL', async () => {
		const at = life({ list });
		await at.activate();
		const [original] = structuredClone(at.rows());
		const elsewhere = { webhookKey: original?.webhook_key, webhookUrl: 'https://else.example/' };
		at.keep(elsewhere);
		await at.deactivate();
		at.keep(elsewhere);
		await at.activate({ events: ['appointment.updated'] });
		expect(at.rows()[0]).toEqual(original);
		expect(at.rows()).toHaveLength(2);
	});

	it.each([400, 404, 405, 410, 422])(
		'makes a new one if the service answers %i to the stored key',
		async (status) => {
			const rows: Row[] = [];
			const { client } = talkTo(({ method, body }) => {
				if (method === 'GET') return json(rows.map(({ webhook_key }) => ({ webhook_key })));
				if (method === 'PUT') return json({ detail: 'Unknown.' }, status);
				rows.push({ ...(body as unknown as Row), webhook_key: 'new' });
				return json(rows[0], 201);
			});
			const stored = { webhookKey: 'lost', webhookUrl: address };
			expect(await reconcile(client, wanted, stored)).toBeUndefined();
			expect(await register(client, wanted)).toMatchObject({ key: 'new' });
		},
	);

	it('does not take any other refusal of the stored key for its absence', async () => {
		const { client } = talkTo(({ method }) => json([], method === 'GET' ? 200 : 403));
		const stored = { webhookKey: 'known', webhookUrl: address };
		expect(await failureOf(reconcile(client, wanted, stored))).toMatchObject({ status: 403 });
	});
});

describe('a webhook that is listed under the URL', () => {
	it.each([400, 405, 422])(
		'is not given up when its change is answered with %i',
		async (status) => {
			const row = { webhook_key: 'k', url: address, events: [] };
			const { client } = talkTo(({ method }) =>
				method === 'GET' ? json([row]) : json({ detail: 'No.' }, status),
			);
			expect(await failureOf(reconcile(client, wanted, {}))).toMatchObject({ status });
		},
	);
});

describe('a service that rewrites the query of the URL', () => {
	const withSecret = { ...wanted, url: `${address}?secret=${'s'.repeat(32)}` };
	const rewriting = (rewrite: (url: string) => string) => ({
		list: (rows: Row[]) => rows.map((row) => ({ ...row, url: rewrite(row.url) })),
		answer: (row: Row) => ({ ...row, url: rewrite(row.url) }),
	});

	it('by adding to it or writing it in another order keeps one webhook with its secret', async () => {
		const at = life(
			rewriting((url) => `${url.split('?')[0]}/?${url.split('?')[1] ?? ''}`.replace(/%7E/i, '~')),
		);
		await at.activate(withSecret);
		const { webhookUrl } = at.stored();
		await at.activate(withSecret);
		expect(at.stored().webhookUrl).toBe(webhookUrl);
		expect(at.rows()).toHaveLength(1);
	});

	it('by masking the secret does not become the source of it', async () => {
		const at = life(rewriting((url) => url.replace(/secret=.*/, 'secret=***')));
		await at.activate(withSecret);
		const { webhookUrl } = at.stored();
		await at.activate(withSecret);
		expect(at.stored().webhookUrl).toBe(webhookUrl);
		expect(at.rows()).toMatchObject([{ url: webhookUrl }]);
	});

	it('by dropping it is refused, since no delivery would have the secret', async () => {
		const at = life(rewriting((url) => url.split('?')[0] ?? ''));
		for (let round = 0; round < 3; round += 1) {
			expect(await failureOf(at.activate(withSecret))).toMatchObject({
				message: expect.stringContaining('dropped the secret'),
				remedy: expect.stringContaining("'URL Secret'"),
			});
		}
		expect(at.rows()).toHaveLength(1);
		await at.activate();
		expect(at.rows()).toHaveLength(1);
	});
});
