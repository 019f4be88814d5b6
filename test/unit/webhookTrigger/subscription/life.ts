import {
	reconcile,
	register,
	type Stored,
	unregister,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/reconcile';
import type { ServiceAnswer } from '../../../../nodes/AppointmentScheduling/service/http/client';
import { json, talkTo, throughWaits } from '../../service/support';

export interface Row {
	webhook_key: string;
	url: string;
	events: string[];
}

export interface Manner {
	/** What the list tells of the webhooks. */
	list?: (rows: Row[]) => unknown;
	/** What POST and PUT answer. */
	answer?: (row: Row) => unknown;
	/** Answers in place of what is done, which takes effect ms later. */
	late?: Array<{ ms: number; answer: () => ServiceAnswer }>;
}

export const address = 'https://n8n.example/webhook/a/webhook';
export const wanted = { url: address, events: ['appointment.created'] };

/** A service that keeps webhooks, and a trigger at it that keeps what n8n would. */
export function life({ list = (rows) => rows, answer = (row) => row, late = [] }: Manner) {
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
				(await reconcile(service.client, now, kept)) ?? (await register(service.client, now));
			const { key: webhookKey } = await throughWaits(activation());
			kept = { webhookKey, webhookUrl: now.url };
		},
		deactivate: async () => {
			await throughWaits(unregister(service.client, address, kept));
			kept = {};
		},
	};
}
