import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inOrder } from '../../nodes/AppointmentScheduling/service/http/pool';
import { chain, triggerNodeType, type NodeDraft } from '../../test/n8n/harness';
import { forwardType } from './peers';
import type { Stage } from './stage';
import type { StandIn } from './standIn';

export type TriggerName = 'package' | 'watching' | 'forward' | 'webhook';

/** Active workflows that do nothing but start, one for each trigger that is compared. */
export class Receivers {
	private constructor(
		private readonly stage: Stage,
		private readonly workflows: Record<TriggerName, { id: string; url: string }>,
	) {}

	/** @param watched the service whose appointments are known to the trigger with Catch Up */
	static async start(stage: Stage, service: StandIn, watched: StandIn): Promise<Receivers> {
		const watchedId = await stage.credentialFor(watched);
		const credentialId = await stage.credentialFor(service);
		const path = randomUUID();
		const make = async (
			trigger: Omit<NodeDraft, 'name'>,
			pathOf: (webhookId: string) => string,
		) => {
			const workflow = chain('Receives', [
				{ ...trigger, name: 'Trigger' },
				{ name: 'Received', type: 'n8n-nodes-base.noOp' },
			]);
			const { id } = await stage.n8n.api.createWorkflow(workflow);
			await stage.n8n.api.activate(id);
			const webhookId = String(workflow.nodes[0]?.webhookId);
			return { id, url: stage.n8n.webhookUrl(pathOf(webhookId)) };
		};
		const ownPath = (webhookId: string) => `${webhookId}/webhook`;
		const parameters = { events: ['appointment.created'], additionalEvents: '', options: {} };
		const watching = { ...parameters, options: { catchUp: 'atStart' } };
		return new Receivers(stage, {
			package: await make({ type: triggerNodeType, credentialId, parameters }, ownPath),
			watching: await make(
				{ type: triggerNodeType, credentialId: watchedId, parameters: watching },
				ownPath,
			),
			forward: await make({ type: forwardType }, ownPath),
			webhook: await make(
				{
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
				},
				() => path,
			),
		});
	}

	/** Delivers so many at a time, and tells how many a second were taken in. */
	async rate(trigger: TriggerName, bodies: string[], atATime: number): Promise<Reception> {
		const { url } = this.workflows[trigger];
		const headers = { 'content-type': 'application/json' };
		const deliver = async (body?: string) =>
			(await this.stage.n8n.http.request(url, { method: 'POST', headers, body })).status;
		const startedAt = performance.now();
		const statuses = await inOrder(
			bodies.length,
			() => atATime,
			async (index) => await deliver(bodies[index]),
		);
		const tookMs = performance.now() - startedAt;
		await this.quiet();
		const failures = statuses.filter((status) => status !== 200).length;
		return { aSecond: (bodies.length * 1000) / tookMs, failures };
	}

	/** How many runs a trigger has started. */
	async runs(trigger: TriggerName): Promise<number> {
		return (await this.stage.n8n.api.executions(this.workflows[trigger].id)).length;
	}

	private async quiet(): Promise<void> {
		for (const { id } of Object.values(this.workflows)) {
			const running = { status: 'running', limit: 1 } as const;
			while ((await this.stage.n8n.api.executions(id, running)).length > 0) await delay(100);
		}
	}
}

export interface Reception {
	aSecond: number;
	failures: number;
}

/** Notifications of so many appointments that were never heard of before. */
export function newDeliveries(count: number): string[] {
	return Array.from({ length: count }, () =>
		JSON.stringify({
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
		}),
	);
}
