import fc from 'fast-check';

import {
	deleteWebhooks,
	ensureWebhook,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/reconcile';
import type { Stored } from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/stored';
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
		if (method === 'GET') return json(list([...rows.values()]));
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
		list: (rows) => rows.map(({ url, events }) => ({ url, events })),
	},
	'lists no URLs': {
		list: (rows) => rows.map(({ webhook_key, events }) => ({ webhook_key, events })),
	},
	'lists no events': { list: (rows) => rows.map(({ events: _, ...row }) => row) },
	'adds a slash to the URL, and confirms without a key': {
		list: (rows) => rows.map((row) => ({ ...row, url: `${row.url}/` })),
		answer: () => ({ success: true }),
	},
	'shows the URL as its proxy sees it': {
		list: (rows) => rows.map((row) => ({ ...row, url: row.url.replace('https:', 'http:') })),
	},
	'calls its key uuid, and names events as its dashboard does': {
		list: (rows) =>
			rows.map(({ webhook_key, url, events }) => ({
				uuid: webhook_key,
				url,
				events: events.map((event) => event.replace('appointment.', '').toUpperCase()),
			})),
		answer: ({ webhook_key }) => ({ uuid: webhook_key }),
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
			expect([...at.rows.values()]).toMatchObject([wanted]);
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

it('changes only what is not right', async () => {
	const { client, requests } = talkTo(({ method }) =>
		method === 'GET'
			? json([{ webhook_key: 'known', url: address, events: ['CREATED'] }])
			: json('', 204),
	);
	expect(await ensureWebhook(client, wanted, {})).toEqual({ key: 'known', isNew: false });
	expect(requests.map(({ method }) => method)).toEqual(['GET']);
	await ensureWebhook(client, { ...wanted, ...updated }, {});
	expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT']);
});

/** A service that lists these rows, and responds to changes as given. */
const changing = (rows: Array<Partial<Row>>, respond: Parameters<typeof talkTo>[0]) =>
	talkTo((request, count) => (request.method === 'GET' ? json(rows) : respond(request, count)));
const known = { webhook_key: 'known', url: address, events: [] };

it.each([
	[404, { key: 'new', isNew: true }],
	[403, { details: { status: 403 } }],
])(
	'if the listed webhook is refused with %i, it is registered again or fails',
	async (status, is) => {
		const { client } = changing([known], ({ method }) =>
			method === 'PUT' ? json({}, status) : json({ webhook_key: 'new', ...wanted }, 201),
		);
		const outcome = ensureWebhook(client, wanted, {}).catch((error: unknown) => error);
		expect(await outcome).toMatchObject(is);
	},
);

it('publication fails if neither the response nor the list shows the key of our URL', async () => {
	const unnamed = {
		message: 'The service does not say which webhook it made',
		advice:
			"Delete it in the dashboard of the service, and choose By Hand as 'Webhook Registration'",
	};
	const made = life({ list: () => [], answer: () => ({}) });
	expect(await failureOf(made.activate())).toMatchObject(unnamed);
	const { client } = changing([{ ...known, webhook_key: undefined }], () => json('', 204));
	// A key that was stored for another URL belongs to another n8n.
	const elsewhere = { webhookKey: 'other', webhookUrl: 'https://else.example/' };
	expect(await failureOf(ensureWebhook(client, wanted, elsewhere))).toMatchObject(unnamed);
	expect(await failureOf(deleteWebhooks(client, address, elsewhere))).toMatchObject(unnamed);
});

it('deletes all under its URL, also if one of them is gone', async () => {
	const rows = ['a', 'b', 'c'].map((key) => ({ ...known, webhook_key: key }));
	const { client, requests } = changing(rows, ({ url }) =>
		url.includes('/b/') ? json({ detail: 'Gone.' }, 410) : json('', 204),
	);
	expect(await deleteWebhooks(client, address, {})).toEqual(['a', 'c']);
	expect(requests.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'DELETE', 'DELETE']);
});

it('registers and deletes nothing if the list may lack some', async () => {
	const at = life({ list: (rows) => ({ count: 99, results: rows }) });
	expect((await failureOf(at.activate())).message).toContain('99');
	expect((await failureOf(at.deactivate())).message).toContain('99');
	expect(at.rows.size).toBe(0);
});
