import './environment';
import './processedData';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { HookContext } from 'n8n-core';
import {
	type IDataObject,
	type IWebhookData,
	type IWebhookDescription,
	type IWebhookResponseData,
	NodeHelpers,
	UnexpectedError,
	type WebhookSetupMethodNames,
	type Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { execute, type Execution } from './execution';
import { loaded, type NodeClass } from './nodeTypes';
import { StoredWorkflow } from './storedWorkflow';
import { sendAnswer, sendError, type WebhookAnswer } from './webhookAnswer';
import { receive } from './webhookCall';
import { register, send, unregister } from './webhookServer';

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

/** How often n8n 2.40.7 tries, waiting a second and more in between, which the port leaves out. */
const ACTIVATION_ATTEMPTS = 5;
const TEARDOWN_ATTEMPTS = 3;

async function retried(attempts: number, work: () => Promise<void>): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			await work();
			return;
		} catch (error) {
			if (attempt === attempts) throw error;
		}
	}
}

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
export class TriggerWorkflow extends StoredWorkflow {
	readonly executions: Array<Promise<Execution>> = [];

	/** Awaited where n8n writes a new execution to its database: throw to let the start fail. */
	beforeStart: () => Promise<void> | void = () => {};

	private listening: IDataObject | undefined;

	private readonly traces = new Map<number, Trace>();

	get webhookUrl(): string {
		return `${this.installed.additionalData().webhookBaseUrl}/${this.path}`;
	}

	get testWebhookUrl(): string {
		return `${this.installed.additionalData().webhookTestBaseUrl}/${this.path}`;
	}

	private get description(): IWebhookDescription {
		const description = this.installed.nodeType.description.webhooks?.[0];
		if (!description) throw new UnexpectedError('The node describes no webhook');
		return description;
	}

	private get path(): string {
		const { node, workflowData } = this.installed;
		const { path, isFullPath } = this.description;
		return NodeHelpers.getNodeWebhookPath(workflowData.id, node, path, isFullPath === true);
	}

	private route(isTest: boolean): [method: string, path: string] {
		return [
			String(this.description.httpMethod),
			`/${isTest ? 'webhook-test' : 'webhook'}/${this.path}`,
		];
	}

	private webhookData(isTest: boolean): IWebhookData {
		const { node, workflowData } = this.installed;
		return {
			httpMethod: this.description.httpMethod as IWebhookData['httpMethod'],
			node: node.name,
			path: this.path,
			webhookDescription: this.description,
			workflowId: workflowData.id,
			workflowExecuteAdditionalData: this.installed.additionalData(),
			isTest,
		};
	}

	/** The real context of `checkExists`, `create` and `delete`, over the stored static data. */
	hookContext({
		workflow = this.load(),
		mode = 'trigger',
		activation = 'activate',
		isTest = false,
	}: {
		workflow?: Workflow;
		mode?: WorkflowExecuteMode;
		activation?: WorkflowActivateMode;
		isTest?: boolean;
	} = {}): HookContext {
		const data = this.webhookData(isTest);
		return new HookContext(
			workflow,
			workflow.getNode(data.node)!,
			data.workflowExecuteAdditionalData,
			mode,
			activation,
			data,
		);
	}

	private async call(name: WebhookSetupMethodNames, context: HookContext): Promise<boolean> {
		const method = this.installed.nodeType.webhookMethods?.default?.[name];
		if (!method) throw new UnexpectedError(`The node has no webhookMethods.default.${name}`);
		return await method.call(context);
	}

	private async createIfMissing(context: HookContext) {
		if (!(await this.call('checkExists', context))) await this.call('create', context);
	}

	/**
	 * Registers the webhook as n8n does when a workflow is published or, with `init`, at its own
	 * start: after a failure it deletes once, and tries again. Rejects with the last failure.
	 */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		register(...this.route(false), async (request, response) => {
			await this.answer(request, response, false);
		});
		const workflow = this.load();
		try {
			await retried(ACTIVATION_ATTEMPTS, async () => {
				try {
					await this.createIfMissing(this.hookContext({ workflow, activation }));
				} catch (error) {
					await this.delete(workflow).catch(() => {});
					throw error;
				}
			});
		} catch (error) {
			unregister(...this.route(false));
			throw error;
		} finally {
			this.save(workflow);
		}
	}

	/**
	 * Deletes the webhook as n8n does when a workflow is unpublished: it tries again after a failure,
	 * and saves the static data however that ends. n8n only logs the last failure; here it rejects.
	 */
	async deactivate(): Promise<void> {
		unregister(...this.route(false));
		const workflow = this.load();
		try {
			await retried(TEARDOWN_ATTEMPTS, async () => await this.delete(workflow));
		} finally {
			this.save(workflow);
		}
	}

	private async delete(workflow: Workflow): Promise<void> {
		await this.call(
			'delete',
			this.hookContext({ workflow, mode: 'internal', activation: 'update' }),
		);
	}

	/** Starts n8n anew: only its database survives, and the node's code is the class given. */
	async restart(nodeClass?: NodeClass): Promise<void> {
		if (nodeClass) this.installed.nodeType = loaded(nodeClass);
		await this.activate('init');
	}

	/** Listens for a test event: at another address, with static data of its own that is never saved. */
	async listenForTest(): Promise<void> {
		register(...this.route(true), async (request, response) => {
			await this.answer(request, response, true);
		});
		const workflow = this.installed.workflow({});
		try {
			await this.createIfMissing(
				this.hookContext({ workflow, mode: 'manual', activation: 'manual', isTest: true }),
			);
		} catch (error) {
			await this.stopListening().catch(() => {});
			throw error;
		}
		this.listening = JSON.parse(JSON.stringify(workflow.staticData));
	}

	/** Ends test listening, as n8n does after the first event or when the user stops it. */
	async stopListening(): Promise<void> {
		unregister(...this.route(true));
		const workflow = this.installed.workflow(structuredClone(this.listening ?? {}));
		this.listening = undefined;
		await this.call(
			'delete',
			this.hookContext({ workflow, mode: 'internal', activation: 'update', isTest: true }),
		);
	}

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

	private async answer(request: Request, response: Response, isTest: boolean) {
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
