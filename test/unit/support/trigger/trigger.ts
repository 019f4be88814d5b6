import '../engine/environment';
import '../engine/processedData';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkflowExecuteMode } from 'n8n-workflow';

import { execute, type Execution } from '../engine/execution';
import { exchange, type Answered } from './exchange';
import { webhookDataOf } from './hooks';
import { PublishedTrigger } from './publishedTrigger';
import { receive } from './webhookCall';

export interface Delivery {
	/** Sent as JSON, or as it stands when it is text or bytes. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Added to the webhook's address, e.g. `?secret=…`. */
	query?: string;
	/** To the address that listens for a test event instead of the production one. */
	test?: boolean;
	/** Gets a function that plays a service that gives up waiting. */
	onOpen?: (giveUp: () => void) => void;
}

/** Without an answer if the sender gave up. */
export interface Delivered extends Partial<Answered> {
	/** The execution that the delivery started. */
	execution?: Promise<Execution>;
}

function bytes(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	return Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
}

/**
 * A workflow that starts with a webhook trigger, and what n8n does with it: activation, test
 * listening, restarts, deliveries and the executions they start.
 */
export class TriggerWorkflow extends PublishedTrigger {
	/** Sends one notification to the webhook. */
	async deliver(delivery: Delivery): Promise<Delivered> {
		const { body, headers, query = '', test = false, onOpen } = delivery;
		const url = `${test ? this.testWebhookUrl : this.webhookUrl}${query}`;
		let answer: Answered | undefined;
		let isAbandoned = false;
		const { request, response, giveUp } = exchange(
			{ url, body: bytes(body), headers },
			(answered) => (answer = isAbandoned ? undefined : answered),
		);
		onOpen?.(() => {
			isAbandoned = true;
			giveUp();
		});
		const mode: WorkflowExecuteMode = test ? 'manual' : 'webhook';
		const staticData = test ? structuredClone(this.listening ?? {}) : this.staticData;
		const workflow = this.installed.workflow(staticData, { active: !test });
		let execution: Promise<Execution> | undefined;
		await receive({
			installed: this.installed,
			workflow,
			webhookData: webhookDataOf(this.installed, test),
			mode,
			request,
			response,
			answering: () => {
				if (!test) this.save(workflow);
			},
			start: async (data, failure) => {
				await this.beforeStart();
				// n8n makes another Workflow over the same static data here: it takes back the change flag.
				this.installed.workflow(staticData);
				const id = String(this.executions.length + 1);
				execution = execute(this, { id, mode, data, failure });
				this.executions.push(execution);
			},
		});
		// The connection closes before the service sends anything else.
		await nextTurn();
		if (test && execution) await this.stopListening();
		return { ...answer, execution };
	}

	/** All executions so far, once the last of them has ended. */
	async finished(): Promise<Execution[]> {
		return await Promise.all(this.executions);
	}
}
