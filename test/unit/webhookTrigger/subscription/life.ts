import {
	reconcile,
	register,
	type Stored,
	unregister,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/reconcile';
import { json, talkTo } from '../../service/support';

export interface Row {
	webhook_key: string;
	url: string;
	events: string[];
}

/** What a service says of its webhooks. */
export interface Manner {
	list?: (rows: Row[]) => unknown;
	/** The response to POST and PUT. */
	answer?: (row: Row) => unknown;
}

export const address = 'https://n8n.example/webhook/a/webhook';
export const wanted = { url: address, events: ['appointment.created'] };

/** A service that keeps webhooks, and a trigger that stores what n8n would. */
export function life({ list = (rows) => rows, answer = (row) => row }: Manner) {
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
		client,
		rows: () => [...rows.values()],
		store: (other: Stored) => void (stored = other),
		activate: async (change: Partial<typeof wanted> = {}) => {
			const now = { ...wanted, ...change };
			const found = (await reconcile(client, now, stored)) ?? (await register(client, now));
			stored = { webhookKey: found.key, webhookUrl: now.url };
		},
		deactivate: async () => {
			await unregister(client, address, stored);
			stored = {};
		},
	};
}
