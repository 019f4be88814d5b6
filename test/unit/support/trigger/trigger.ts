import '../engine/environment';
import '../engine/processedData';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { type IWebhookResponseData, type WorkflowExecuteMode } from 'n8n-workflow';

import { execute, type Execution } from '../engine/execution';
import { PublishedTrigger } from './publishedTrigger';
import { sendAnswer, sendError, type WebhookAnswer } from './webhookAnswer';
import { receive } from './webhookCall';
import { send } from './webhookServer';

export interface Delivery {
	/** Sent as JSON, or as it stands when it is text or bytes. */
	body?: unknown;
	method?: string;
	headers?: Record<string, string>;
	/** Added to the webhook's address, e.g. `?secret=…`. */
	query?: string;
	/** To the address that listens for a test event instead of the production one. */
	test?: boolean;
	/** Given the open connection: end it to play a service that gives up. */
	onOpen?: (socket: Socket) => void;
}

export interface Delivered {
	/** Undefined when the connection ended without an answer. */
	status?: number;
	headers: Record<string, string>;
	/** The answer's body: JSON if it is that, otherwise text. */
	body: unknown;
	/** What `webhook()` handed over to start the workflow with. */
	workflowData?: IWebhookResponseData['workflowData'];
	/** What `webhook()` threw. */
	error?: unknown;
	/** The execution that the delivery started. */
	execution?: Promise<Execution>;
}

type Trace = Pick<Delivered, 'workflowData' | 'error' | 'execution'> & { handled?: Promise<void> };

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function bytes(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (typeof body === 'string') return Buffer.from(body);
	return Buffer.from(body === undefined ? '' : JSON.stringify(body));
}

/**
 * A workflow that starts with a webhook trigger, and what n8n does with it: activation, test
 * listening, restarts, deliveries over a real connection and the executions they start.
 */
export class TriggerWorkflow extends PublishedTrigger {
	readonly executions: Array<Promise<Execution>> = [];

	/** Awaited where n8n writes a new execution to its database: throw to let the start fail. */
	beforeStart: () => Promise<void> | void = () => {};

	private readonly traces = new Map<number, Trace>();

	/** Sends one notification to the webhook over a real connection. */
	async deliver({
		body,
		method = 'POST',
		headers = {},
		query = '',
		test = false,
		onOpen = () => {},
	}: Delivery): Promise<Delivered> {
		const trace: Trace = {};
		const response = await send(
			{
				method,
				path: `${this.route(test)[1]}${query}`,
				headers: { 'content-type': 'application/json', ...headers },
				body: bytes(body),
			},
			(fromPort, socket) => {
				this.traces.set(fromPort, trace);
				onOpen(socket);
			},
		);
		await trace.handled;
		const { workflowData, error, execution } = trace;
		return {
			status: response?.status,
			headers: response?.headers ?? {},
			body: response && parsed(response.body.toString()),
			workflowData,
			error,
			execution,
		};
	}

	/** All executions so far, once the last of them has ended. */
	async finished(): Promise<Execution[]> {
		return await Promise.all(this.executions);
	}

	protected async answer(request: Request, response: Response, isTest: boolean) {
		const port = request.socket.remotePort as number;
		const trace = this.traces.get(port) ?? {};
		this.traces.delete(port);
		trace.handled = this.handle(request, response, isTest, trace).catch((error: unknown) =>
			sendError(response, error),
		);
		await trace.handled;
	}

	private async handle(request: Request, response: Response, isTest: boolean, trace: Trace) {
		const mode: WorkflowExecuteMode = isTest ? 'manual' : 'webhook';
		const staticData = isTest ? structuredClone(this.listening ?? {}) : this.staticData;
		const workflow = this.installed.workflow(staticData, { active: !isTest });
		await receive({
			installed: this.installed,
			workflow,
			webhookData: this.webhookData(isTest),
			mode,
			request,
			response,
			answer: (answer: WebhookAnswer) => {
				if (!isTest) this.save(workflow);
				sendAnswer(response, answer);
			},
			start: async (data, failure) => {
				await this.beforeStart();
				// n8n makes another Workflow over the same static data here: it takes back the change flag.
				this.installed.workflow(staticData);
				const id = String(this.executions.length + 1);
				const execution = execute(this, { id, mode, data, failure });
				trace.execution = execution;
				this.executions.push(execution);
				return { execution };
			},
			returned: (result) => (trace.workflowData = result.workflowData),
			threw: (error) => (trace.error = error),
		});
		if (isTest && trace.execution) await this.stopListening();
	}
}
