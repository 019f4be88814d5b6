import fc from 'fast-check';

import {
	deleteWebhooks,
	ensureWebhook,
	type Stored,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/reconcile';
import { withSecret } from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/urlSecret';
import { failureOf, json, talkTo } from '../../service/support';

interface Row {
	webhook_key: string;
	url: string;
	events: string[];
}

/** What a service says of its webhooks. */
interface Manner {
	list?: (rows: Row[]) => unknown;
	/** The response to POST and PUT. */
	answer?: (row: Row) => unknown;
}

const address = 'https://n8n.example/webhook/a/webhook';
const wanted = { url: address, events: ['appointment.created'] };

/** A service that keeps webhooks, and a trigger that stores what n8n would. */
function life({ list = (rows) => rows, answer = (row) => row }: Manner) {
	const rows = new Map<string, Row>();
	let made = 0;
	const { client } = talkTo(({ method, url, body }) => {
		const key = new URL(url).pathname.split('/').at(-2) ?? '';
		if (method === 'GET') {
			const listed = list([...rows.values()]);
			return listed === undefined ? json('', 204) : json(listed);
		}
		if (method === 'DELETE') return rows.delete(key) ? json('', 204) : json({}, 404);
		if (method === 'PUT' && !rows.has(key)) return json({ detail: 'Unknown.' }, 404);
		const webhook_key = method === 'PUT' ? key : `key-${(made += 1)}`;
		const row = { ...(body as unknown as Row), webhook_key };
		rows.set(webhook_key, row);
		return json(answer(row), method === 'PUT' ? 200 : 201);
	});
	let stored: Stored = {};
	return {
		rows,
		store: (other: Stored) => void (stored = other),
		activate: async (change: Partial<typeof wanted> = {}) => {
			const now = { ...wanted, ...change };
			const { key } = await ensureWebhook(client, now, stored);
			stored = { webhookKey: key, webhookUrl: now.url };
		},
		deactivate: async () => {
			await deleteWebhooks(client, address, stored);
			stored = {};
		},
	};
}

const updated = { events: ['appointment.updated'] };

const manners: Record<string, Manner> = {
	'lists URLs and events only': {
		list: (rows) => ({ results: rows.map(({ url, events }) => ({ url, events })) }),
	},
	'lists no URLs': {
		list: (rows) => rows.map(({ webhook_key, events }) => ({ webhook_key, events })),
	},
	'lists nothing': { list: () => ({ results: [] }) },
	'responds with 204 instead of an empty list': {
		list: (rows) => (rows.length > 0 ? rows : undefined),
	},
	'adds a slash to the URL, and confirms without a key': {
		list: (rows) => rows.map((row) => ({ ...row, url: `${row.url}/` })),
		answer: () => ({ success: true }),
	},
	'shows the URL as its proxy sees it': {
		list: (rows) => rows.map((row) => ({ ...row, url: row.url.replace('https:', 'http:') })),
	},
	'adds a parameter to the URL': {
		list: (rows) => rows.map((row) => ({ ...row, url: `${row.url}?source=salon` })),
	},
	'responds with a key that is null': { answer: (row) => ({ ...row, webhook_key: null }) },
	'responds with nothing': { answer: () => '' },
	'calls its key webhookKey': {
		list: (rows) => rows.map(({ webhook_key, ...row }) => ({ webhookKey: webhook_key, ...row })),
		answer: ({ webhook_key }) => ({ webhookKey: webhook_key }),
	},
	'lists events as objects': {
		list: (rows) => rows.map((row) => ({ ...row, events: row.events.map((name) => ({ name })) })),
	},
};

/** What somebody else does to a webhook of the trigger. */
const meddling = fc.constantFrom<(own: Row, rows: Map<string, Row>) => void>(
	({ webhook_key }, rows) => void rows.delete(webhook_key),
	(own, rows) =>
		void rows.set(`${own.webhook_key}'`, { ...own, webhook_key: `${own.webhook_key}'` }),
	(own) => void own.events.push('appointment.attended'),
	(own) => void (own.url = `https://else.example/${own.webhook_key}`),
);
/** Without events, the workflow is unpublished. */
const publication = fc.record({
	events: fc.subarray(['appointment.created', 'appointment.updated', 'appointment.canceled']),
	url: fc.constantFrom(address, withSecret(address, 's'.repeat(32))),
	isForgotten: fc.boolean(),
	before: fc.array(meddling, { maxLength: 3 }),
});

it('a published trigger has one right webhook, an unpublished one none, and others keep theirs', async () => {
	const others = ['https://else.example/', `${address}/more`, address.replace('n8n.', 'staging.')];
	const isOwn = ({ url }: Row) => url.split('?')[0] === address;
	const property = fc.asyncProperty(fc.array(publication), async (publications) => {
		const at = life({});
		for (const url of others) at.rows.set(url, { webhook_key: url, url, events: [] });
		for (const { events, url, isForgotten, before } of publications) {
			for (const meddle of before) {
				const own = [...at.rows.values()].find(isOwn);
				if (own) meddle(own, at.rows);
			}
			const foreign = [...at.rows.values()].filter((row) => !isOwn(row));
			if (isForgotten) at.store({});
			await (events.length > 0 ? at.activate({ events, url }) : at.deactivate());
			const rows = [...at.rows.values()];
			expect(rows.filter((row) => !isOwn(row))).toEqual(foreign);
			const wantedRow = { webhook_key: expect.any(String), events, url };
			expect(rows.filter(isOwn)).toEqual(events.length > 0 ? [wantedRow] : []);
		}
	});
	await fc.assert(property);
});

it.each(Object.keys(manners))(
	'a service that %s has one right webhook until the workflow is unpublished',
	async (name) => {
		const at = life(manners[name] ?? {});
		for (let round = 0; round < 2; round += 1) {
			await at.activate();
			await at.activate();
			await at.activate(updated);
			expect([...at.rows.values()]).toMatchObject([{ url: address, ...updated }]);
			await at.deactivate();
			expect([...at.rows.values()]).toEqual([]);
		}
	},
);

it('a webhook without URL is left alone if its key was stored for another URL', async () => {
	const at = life(manners['lists no URLs'] ?? {});
	await at.activate();
	const [original] = structuredClone([...at.rows.values()]);
	const elsewhere = { webhookKey: original?.webhook_key, webhookUrl: 'https://else.example/' };
	at.store(elsewhere);
	await at.deactivate();
	at.store(elsewhere);
	await at.activate(updated);
	expect([...at.rows.values()]).toMatchObject([original, updated]);
});

/** A service that lists these rows, and responds to changes with this status. */
const refusing = (status: number, rows: Array<Partial<Row>>) =>
	talkTo(({ method }) => (method === 'GET' ? json(rows) : json({ detail: 'No.' }, status))).client;

it.each<[number, Row[]]>([
	...[400, 404, 405, 410, 422].map((status): [number, Row[]] => [status, []]),
	[404, [{ webhook_key: 'lost', url: address, events: [] }]],
	[410, [{ webhook_key: 'lost', url: address, events: [] }]],
])(
	'registers another webhook if the service responds to the stored key with %i, with %j listed',
	async (status, listed) => {
		const stored = { webhookKey: 'lost', webhookUrl: address };
		const { client } = talkTo(({ method }) => {
			if (method === 'GET') return json(listed);
			return method === 'PUT' ? json({}, status) : json({ webhook_key: 'new', ...wanted }, 201);
		});
		expect(await ensureWebhook(client, wanted, stored)).toEqual({ key: 'new', isNew: true });
	},
);

it.each([
	[403, []],
	[400, [{ webhook_key: 'known', url: address, events: [] }]],
	[422, [{ webhook_key: 'known', url: address, events: [] }]],
])(
	'publication fails if the service refuses a change with %i, with %j listed',
	async (status, rows) => {
		const stored = { webhookKey: 'known', webhookUrl: address };
		const running = ensureWebhook(refusing(status, rows), wanted, stored);
		expect(await failureOf(running)).toMatchObject({ status });
	},
);

it('says that the webhook remains if neither the list nor n8n has its key', async () => {
	const client = refusing(204, [{ url: address, events: [] }]);
	expect(await failureOf(deleteWebhooks(client, address, {}))).toMatchObject({
		message: `The service lists the webhook ${address} without a key, so the node can neither change nor delete it`,
		advice: expect.stringContaining('dashboard'),
	});
});

it.each<[status: number, outcome: unknown]>([
	[404, ['a', 'c']],
	[410, ['a', 'c']],
	[409, 409],
])('deletes the other duplicates if one of them responds with %i: %j', async (refusal, outcome) => {
	const gone: string[] = [];
	const duplicates = ['a', 'b', 'c'].map((key) => ({ webhook_key: key, url: address, events: [] }));
	const { client } = talkTo(({ method, url }) => {
		if (method === 'GET') return json(duplicates);
		const key = new URL(url).pathname.split('/').at(-2) ?? '';
		if (key === 'b') return json({ detail: 'Locked.' }, refusal);
		gone.push(key);
		return json('', 204);
	});
	const deleted = deleteWebhooks(client, address, {});
	expect(await deleted.catch(({ status }: { status: number }) => status)).toEqual(outcome);
	expect(gone).toEqual(['a', 'c']);
});

describe('a service that rewrites the query of the URL', () => {
	const withSecret = { ...wanted, url: `${address}?secret=${'s'.repeat(32)}` };
	const rewriting = (rewrite: (url: string) => string): Manner => ({
		list: (rows) => rows.map((row) => ({ ...row, url: rewrite(row.url) })),
		answer: (row) => ({ ...row, url: rewrite(row.url) }),
	});

	it.each([
		['adds a slash before it', (url: string) => url.replace('?', '/?')],
		['masks the secret', (url: string) => url.replace(/secret=.*/, 'secret=***')],
	])('keeps one webhook with the secret if it %s', async (_how, rewrite) => {
		const at = life(rewriting(rewrite));
		await at.activate(withSecret);
		await at.activate(withSecret);
		expect([...at.rows.values()]).toMatchObject([{ url: withSecret.url }]);
	});

	it('fails the publication if it drops the secret, because deliveries would lack it', async () => {
		const at = life(rewriting((url) => url.split('?')[0] ?? ''));
		for (let round = 0; round < 2; round += 1) {
			expect(await failureOf(at.activate(withSecret))).toMatchObject({
				message: expect.stringContaining('dropped the secret'),
				advice: expect.stringContaining("'URL Secret'"),
			});
		}
		await at.activate();
		expect([...at.rows.values()]).toHaveLength(1);
	});
});

describe('where the list of webhooks may be cut off', () => {
	const others = Array.from({ length: 30 }, (_, index) => `https://else.example/${index}`);
	const full = () => {
		const at = life({ list: (rows) => rows.slice(0, 20) });
		for (const url of others) at.rows.set(url, { webhook_key: url, url, events: [] });
		return at;
	};

	it('ten, twenty or another usual number of webhooks prevent no publication', async () => {
		const at = full();
		await at.activate();
		expect(at.rows.size).toBe(others.length + 1);
	});

	it('no second webhook is registered if the service says that some are missing', async () => {
		const at = life({ list: (rows) => ({ count: 99, results: rows.slice(0, 20) }) });
		for (const url of others) at.rows.set(url, { webhook_key: url, url, events: [] });
		const failure = await failureOf(at.activate());
		expect(failure.message).toContain('99');
		expect(at.rows.size).toBe(others.length);
	});

	it('the stored key finds the own one, for publishing and unpublishing', async () => {
		const at = full();
		at.rows.delete(others[0]!);
		at.rows.set('own', { webhook_key: 'own', url: address, events: [] });
		at.store({ webhookKey: 'own', webhookUrl: address });
		await at.activate(wanted);
		expect(at.rows.get('own')).toEqual({ webhook_key: 'own', ...wanted });
		await at.deactivate();
		expect(at.rows.has('own')).toBe(false);
	});
});
