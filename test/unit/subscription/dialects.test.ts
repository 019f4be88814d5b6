import type { Stored } from '../../../nodes/AppointmentScheduling/subscription/stored';
import {
	reconcile,
	register,
	unregister,
} from '../../../nodes/AppointmentScheduling/subscription/reconcile';
import type { ServiceAnswer } from '../../../nodes/AppointmentScheduling/service/http/client';
import { broken, failureOf, json, talkTo, throughWaits } from '../service/support';

interface Row {
	webhook_key: string;
	url: string;
	events: string[];
}

interface Manner {
	/** What the list tells of the webhooks. */
	list?: (rows: Row[]) => unknown;
	/** What POST and PUT answer. */
	answer?: (row: Row) => unknown;
	/** Answers in place of what is done, which takes effect ms later. */
	late?: Array<{ ms: number; answer: () => ServiceAnswer }>;
}

const address = 'https://n8n.example/webhook/a/webhook';
const wanted = { address, events: ['appointment.created'], urlSecret: false };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A service that keeps webhooks, and a trigger at it that keeps what n8n would. */
function life({ list = (rows) => rows, answer = (row) => row, late = [] }: Manner) {
	const rows = new Map<string, Row>();
	let made = 0;
	const service = talkTo(({ method, url, body }) => {
		const key = new URL(url).pathname.split('/').at(-2) ?? '';
		if (method === 'GET') {
			const listed = list([...rows.values()]);
			return listed === undefined ? json('', 204) : json(listed);
		}
		if (method === 'DELETE') return rows.delete(key) ? json('', 204) : json({}, 404);
		const { url: callback, events } = body as unknown as Row;
		if (method === 'PUT' && !rows.has(key)) return json({ detail: 'Unknown.' }, 404);
		const webhook_key = method === 'PUT' ? key : `key-${(made += 1)}`;
		const row = { webhook_key, url: callback, events };
		const delayed = method === 'POST' ? late.shift() : undefined;
		if (delayed) {
			setTimeout(() => rows.set(webhook_key, row), delayed.ms);
			return delayed.answer();
		}
		rows.set(webhook_key, row);
		return json(answer(row), method === 'PUT' ? 200 : 201);
	});
	let kept: Stored = {};
	return {
		...service,
		rows: () => [...rows.values()],
		keep: (stored: Stored) => void (kept = stored),
		stored: () => kept,
		activate: async (change: Partial<typeof wanted> = {}) => {
			const now = { ...wanted, ...change };
			const activation = async () =>
				(await reconcile(service.client, now, kept)) ?? (await register(service.client, now, kept));
			kept = await throughWaits(activation());
		},
		deactivate: async () => {
			await throughWaits(unregister(service.client, address, kept));
			kept = {};
		},
	};
}

const manners: Record<string, Manner> = {
	'lists url and events alone': {
		list: (rows) => ({ results: rows.map(({ url, events }) => ({ url, events })) }),
	},
	'lists nothing of it': { list: () => ({ results: [] }) },
	'writes the address otherwise': {
		list: (rows) => rows.map((row) => ({ ...row, url: `${row.url}/` })),
		answer: (row) => ({ ...row, url: `${row.url}/` }),
	},
	'answers with a key that is null': {
		answer: (row) => ({ ...row, webhook_key: null }),
	},
	'answers with nothing': { answer: () => '' },
	'says no more than success, and adds a slash': {
		list: (rows) => rows.map((row) => ({ ...row, url: `${row.url}/` })),
		answer: () => ({ success: true }),
	},
	'calls its key webhookKey': {
		list: (rows) => rows.map(({ webhook_key, ...row }) => ({ webhookKey: webhook_key, ...row })),
		answer: ({ webhook_key }) => ({ webhookKey: webhook_key }),
	},
	'answers 204 instead of an empty list': {
		list: (rows) => (rows.length > 0 ? rows : undefined),
	},
	'lists events as objects': {
		list: (rows) => rows.map((row) => ({ ...row, events: row.events.map((name) => ({ name })) })),
	},
};

describe.each(Object.keys(manners))('at a service that %s', (name) => {
	it('there is one right webhook while active, and none afterwards', async () => {
		const at = life(manners[name] ?? {});
		for (let round = 0; round < 2; round += 1) {
			await at.activate();
			await at.activate();
			await at.activate({ events: ['appointment.updated'] });
			expect(at.rows()).toEqual([
				{ webhook_key: expect.any(String), url: address, events: ['appointment.updated'] },
			]);
			await at.deactivate();
			expect(at.rows()).toEqual([]);
		}
	});
});

it.each([
	[
		'a reset',
		0,
		() => {
			throw broken('ECONNRESET');
		},
	],
	['504', 700, () => json({}, 504)],
	[
		'a time-out',
		1_500,
		() => {
			throw broken('ETIMEDOUT');
		},
	],
])('a first try that takes effect late, after %s, leaves one', async (_what, ms, answer) => {
	const at = life({ late: [{ ms, answer }] });
	await at.activate();
	expect(at.rows()).toHaveLength(1);
	await at.deactivate();
	expect(at.rows()).toEqual([]);
});

it('a list without keys, when its own is lost, is told when nothing can be deleted', async () => {
	const at = life({ list: (rows) => rows.map(({ url, events }) => ({ url, events })) });
	await at.activate();
	const failure = await failureOf(throughWaits(unregister(at.client, address, {})));
	expect(failure).toMatchObject({
		message: `The service lists the webhook ${address} without a key, so the node can neither change nor delete it`,
		remedy: expect.stringContaining('dashboard'),
	});
});

it('one double that can not be deleted does not keep the others', async () => {
	const rows = ['a', 'b', 'c'].map((webhook_key) => ({ webhook_key, url: address, events: [] }));
	const gone: string[] = [];
	const { client } = talkTo(({ method, url }) => {
		if (method === 'GET') return json(rows);
		const key = new URL(url).pathname.split('/').at(-2) ?? '';
		if (key === 'b') return json({ detail: 'Locked.' }, 409);
		gone.push(key);
		return json('', 204);
	});
	expect(await failureOf(throughWaits(unregister(client, address, {})))).toMatchObject({
		status: 409,
	});
	expect(gone).toEqual(['a', 'c']);
});

it('a service that says no with 200, and lists nothing, fails the activation in its words', async () => {
	const { client } = talkTo(({ method }) =>
		json(method === 'GET' ? [] : { success: false, error: 'Quota exceeded.' }),
	);
	expect(await failureOf(throughWaits(register(client, wanted, {})))).toMatchObject({
		message: expect.stringMatching(/does not list it: Quota exceeded\.$/),
		remedy: expect.stringContaining('dashboard'),
	});
});

it('a list that lags behind an answer without a key is looked at again', async () => {
	let looks = 0;
	const row = { webhook_key: 'late', url: address, events: wanted.events };
	const { client } = talkTo(({ method }) => {
		if (method !== 'GET') return json({ success: true });
		looks += 1;
		return json(looks > 1 ? [row] : []);
	});
	expect(await throughWaits(register(client, wanted, {}))).toMatchObject({ webhookKey: 'late' });
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
			expect(await register(client, wanted, stored)).toMatchObject({ webhookKey: 'new' });
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
	const withSecret = { ...wanted, urlSecret: true };
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
