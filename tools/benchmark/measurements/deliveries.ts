import { randomUUID } from 'node:crypto';
import {
	chain,
	eventually,
	request,
	triggerNodeType,
	type N8n,
	type NodeDraft,
} from '../../../test/n8n/harness';
import type { Service } from '../../../test/stand-in';
import { inTurns, median, ratios, ROUNDS, type Row } from '../report';
import { withService, type Stage } from '../stage';

const AT_A_TIME = 8;
const DELIVERIES = 80;

/** Of one round of deliveries to one trigger. */
const aSecond = (reception: { aSecond: number }) => reception.aSecond;
const rate = (receptions: Array<{ aSecond: number }>) => median(receptions.map(aSecond)).toFixed(1);

/** Deliveries beside a trigger that only forwards, the least that a community node can do. */
export const measureDeliveries = async (stage: Stage): Promise<Row[]> =>
	await withService(stage, {}, 0, async ({ credentialId, service }) => {
		const { n8n } = stage;
		const events = ['appointment.created'];
		const ownPath = (webhookId: string) => `${webhookId}/webhook`;
		const path = randomUUID();
		const webhook = {
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
		};
		const parameters = { events, options: {} };
		const trigger = { type: triggerNodeType, credentialId, parameters };
		const plain = await publishOwn(n8n, service, trigger);
		const forward = await publish(n8n, { type: 'n8n-nodes-forward.forward' }, ownPath);
		const others = await publish(n8n, webhook, () => path);

		const receive = async (to: Published, bodies = newDeliveries()) => {
			const startedAt = performance.now();
			const failures = await deliver(to.url, bodies);
			const tookMs = performance.now() - startedAt;
			for (const { id } of [plain, forward, others]) await quiet(n8n, id);
			return { aSecond: (bodies.length * 1000) / tookMs, failures };
		};
		let sent: object[] = [];
		let count = 0;
		const contenders = {
			fresh: async () => {
				sent = newDeliveries();
				count += sent.length;
				return await receive(plain, sent);
			},
			duplicates: async () => await receive(plain, sent),
			forwarded: async () => await receive(forward),
			taken: async () => await receive(others),
		};
		await inTurns(1, contenders);
		const { fresh, duplicates, forwarded, taken } = await inTurns(ROUNDS, contenders);
		const surplus = (await n8n.api.executions(plain.id)).length - count;
		const failures = [fresh, duplicates].flat().map((reception) => reception.failures);
		const wrong = surplus + Math.max(...failures);
		return [
			{
				what: `Each Notification: deliveries a second, ${AT_A_TIME} at a time`,
				own: `${rate(fresh)}; ${wrong} lost or repeated`,
				others: `a trigger that only forwards ${rate(forwarded)}, Webhook node ${rate(taken)}`,
				times: ratios(forwarded, fresh, aSecond),
				least: 0.85,
				figure: wrong,
				most: 0,
			},
			{
				what: 'Each Notification: duplicates a second',
				own: rate(duplicates),
				others: `new ones ${rate(fresh)}`,
				times: ratios(fresh, duplicates, aSecond),
				least: 1.7,
			},
		];
	});

export interface Published {
	id: string;
	url: string;
}

/** An active workflow that does nothing but start. */
export async function publish(
	n8n: N8n,
	trigger: Omit<NodeDraft, 'name'>,
	pathOf: (webhookId: string) => string,
): Promise<Published> {
	const received = { name: 'Received', type: 'n8n-nodes-base.noOp' };
	const workflow = chain('Receives', [{ ...trigger, name: 'Trigger' }, received]);
	const { id } = await n8n.api.createWorkflow(workflow);
	await n8n.api.activate(id);
	return { id, url: n8n.webhookUrl(pathOf(workflow.nodes[0]!.webhookId!)) };
}

/** The package's trigger, at the URL with the secret that it has registered. */
export async function publishOwn(
	n8n: N8n,
	{ webhooks }: Service,
	trigger: Omit<NodeDraft, 'name'>,
): Promise<Published> {
	const published = await publish(n8n, trigger, (webhookId) => `${webhookId}/webhook`);
	const { pathname } = new URL(published.url);
	return await eventually(() => {
		const registered = webhooks.list().find(({ url }) => new URL(url).pathname === pathname);
		if (!registered) throw new Error('The trigger has registered no webhook');
		return { ...published, url: `${published.url}${new URL(registered.url).search}` };
	});
}

/** Delivers all, some at a time; returns how many were not taken. */
async function deliver(url: string, bodies: object[]): Promise<number> {
	let failures = 0;
	const waiting = bodies.values();
	const lane = async () => {
		for (const body of waiting) {
			const { status } = await request(url, { method: 'POST', body });
			if (status !== 200) failures += 1;
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, lane));
	return failures;
}

const quiet = async ({ api }: N8n, id: string) =>
	await eventually(async () => {
		const running = await api.executions(id, { status: 'running', limit: 1 });
		if (running.length > 0) throw new Error(`Workflow ${id} still runs`);
	});

/** Notifications of appointments that were never heard of before. */
const newDeliveries = (): object[] =>
	Array.from({ length: DELIVERIES }, () => ({
		event: 'appointment.created',
		timestamp: new Date().toISOString(),
		data: {
			appointment_key: randomUUID(),
			search_code: 'AP-000001',
			status: 'CONFIRMED',
			start_date: '2026-10-01T10:00:00+02:00',
			calendar: { calendar_key: randomUUID(), name: 'Dentistry' },
			person: { full_name: 'Ana García', email: 'ana@example.com' },
		},
	}));
