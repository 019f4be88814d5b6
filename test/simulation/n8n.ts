import { HookContext, PollContext, TriggerContext } from 'n8n-core';
import {
	type INodeExecutionData,
	type IRun,
	type IWebhookData,
	NodeHelpers,
	type ITriggerFunctions,
	type Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import type { InstalledNode } from '../unit/support/engine/installedNode';
import { exchange } from '../unit/support/trigger/exchange';
import { receive } from '../unit/support/trigger/webhookCall';
import { asProcess, sleep } from './clock';
import type { Running, StoredWorkflow, TriggerNode } from './workflow';

type Emit = Parameters<NonNullable<ITriggerFunctions['emit']>>;

/** As in n8n 2: constants.js and trigger-activation-retry.js. */
const ACTIVATION_ATTEMPTS = 5;
const TEARDOWN_ATTEMPTS = 3;
const FIRST_RETRY_MS = 1_000;
const STOP_MS = 30_000;
/** A reply of a worker to the main process, and until it is known that a worker was killed. */
const REPLY_MS = 100;
const LOSS_MS = 80_000;
const UNFINISHED = { status: 'error', data: { resultData: { runData: {} } } } as unknown as IRun;

export interface Setting {
	/** 1: `done` of an execution that cannot be created is never settled. */
	version: 1 | 2;
	/** Webhook processors and workers besides the main process. */
	hasWorkers: boolean;
	pollMs: number;
}

/** n8n around its own contexts: publication, deliveries, polls, executions, and what it saves when. */
export class N8n {
	isPublished = false;
	/** What failed at the latest publication. */
	failures: unknown[] = [];
	private main: Running | undefined;
	private others: Running[] = [];
	private turn = 0;
	private readonly routes = new Map<string, { name: string; isTest: boolean }>();
	private readonly closing = new Map<string, () => Promise<void>>();

	constructor(
		readonly workflow: StoredWorkflow,
		readonly setting: Setting,
	) {}

	get isRunning(): boolean {
		return this.main !== undefined;
	}

	async start(): Promise<void> {
		if (this.main) return;
		this.main = this.workflow.startProcess('main');
		this.others = this.setting.hasWorkers
			? ['webhook', 'webhook', 'worker', 'worker'].map((name) => this.workflow.startProcess(name))
			: [];
		if (this.isPublished) await this.activate('init');
	}

	/** SIGKILL: what n8n has not saved is lost. */
	kill(): void {
		for (const running of [this.main, ...this.others]) if (running) this.workflow.kill(running);
		this.main = undefined;
		this.others = [];
		this.closing.clear();
	}

	/** SIGKILL of one worker, which starts again. */
	killWorker(): void {
		const at = this.others.findIndex(({ name }) => name === 'worker');
		const worker = this.others[at];
		if (!worker) return;
		this.workflow.kill(worker);
		this.others[at] = this.workflow.startProcess('worker');
	}

	/** SIGTERM: n8n waits for the executions in progress, and starts again. */
	async restart(): Promise<void> {
		if (!this.main) return;
		await this.closeAll();
		const end = Date.now() + STOP_MS;
		while (this.workflow.isWorking && Date.now() < end) await sleep(500);
		this.kill();
		await this.start();
	}

	/** If it is published, n8n takes the former version back first. */
	async publish(version: TriggerNode[] = this.workflow.nodes): Promise<void> {
		if (!this.main) return;
		const mode = this.isPublished ? 'update' : 'activate';
		if (this.isPublished) await this.takeBack();
		this.workflow.nodes = version;
		this.isPublished = true;
		await this.activate(mode);
	}

	async unpublish(): Promise<void> {
		if (!this.main || !this.isPublished) return;
		this.isPublished = false;
		await this.takeBack();
	}

	private async takeBack(): Promise<void> {
		await this.closeAll();
		if (!this.main) return;
		const workflow = this.load(this.main);
		this.failures = [];
		for (const installed of this.webhookNodes) {
			this.routes.delete(urlOf(installed, false));
			await retried(TEARDOWN_ATTEMPTS, async () => await this.delete(installed, workflow)).catch(
				(error: unknown) => void this.failures.push(error),
			);
		}
		this.workflow.save(workflow);
	}

	/** The status that the service gets; undefined if nobody responds. */
	async deliver(url: string, body: unknown, processor = 0): Promise<number | undefined> {
		const running =
			this.others.filter(({ name }) => name === 'webhook')[processor % 2] ?? this.main;
		const route = this.routes.get(bare(url));
		if (!running) return undefined;
		if (!route) return 404;
		return await new Promise((resolve) => {
			asProcess(running, () => void this.answer(running, route, url, body, resolve));
		});
	}

	/** The test URL listens until a delivery arrives, or for a while. */
	async listen(name: string): Promise<void> {
		const installed = this.main?.installed.get(name);
		if (!installed?.nodeType.webhookMethods) return;
		const workflow = installed.workflow({});
		const url = urlOf(installed, true);
		await asProcess(this.main, async () => {
			this.routes.set(url, { name, isTest: true });
			const call = { mode: 'manual', activation: 'manual', isTest: true } as const;
			await this.create(installed, workflow, call).catch(() => undefined);
			await sleep(20_000);
			this.routes.delete(url);
			await this.delete(installed, workflow, true).catch(() => undefined);
		});
	}

	private get webhookNodes(): InstalledNode[] {
		return [...this.main!.installed.values()].filter(({ nodeType }) => nodeType.webhookMethods);
	}

	private load(running: Running): Workflow {
		const [installed] = running.installed.values();
		return installed!.workflow(this.workflow.stored, { active: true });
	}

	private async closeAll(): Promise<void> {
		for (const close of this.closing.values()) await close();
		this.closing.clear();
	}

	/** n8n registers webhooks, starts triggers and polls at the same time, and saves when all have settled. */
	private async activate(activation: WorkflowActivateMode): Promise<void> {
		const running = this.main!;
		await asProcess(running, async () => {
			const workflow = this.load(running);
			const start = async (code: () => Promise<void>) => await retried(ACTIVATION_ATTEMPTS, code);
			const tasks = [...running.installed.values()].flatMap((installed) => {
				const { webhookMethods, trigger, poll } = installed.nodeType;
				return [
					...(webhookMethods
						? [start(async () => await this.register(installed, workflow, activation))]
						: []),
					...(trigger
						? [start(async () => await this.trigger(running, installed, workflow, activation))]
						: []),
					...(poll
						? [start(async () => await this.startPolls(running, installed, workflow, activation))]
						: []),
				];
			});
			const outcomes = await Promise.allSettled(tasks);
			this.failures = outcomes.flatMap((outcome) =>
				outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
			);
			this.workflow.save(workflow);
		});
	}

	private async register(
		installed: InstalledNode,
		workflow: Workflow,
		activation: WorkflowActivateMode,
	): Promise<void> {
		const url = urlOf(installed, false);
		this.routes.set(url, { name: installed.node.name, isTest: false });
		try {
			await this.create(installed, workflow, { mode: 'trigger', activation, isTest: false });
		} catch (error) {
			await this.delete(installed, workflow).then(
				() => {
					this.workflow.save(workflow);
					this.routes.delete(url);
				},
				() => undefined,
			);
			throw error;
		}
	}

	private async create(
		installed: InstalledNode,
		workflow: Workflow,
		call: { mode: WorkflowExecuteMode; activation: WorkflowActivateMode; isTest: boolean },
	): Promise<void> {
		const context = hookContext(installed, workflow, call);
		const { checkExists, create } = installed.nodeType.webhookMethods!.default!;
		if (!(await checkExists.call(context))) await create.call(context);
	}

	private async delete(
		installed: InstalledNode,
		workflow: Workflow,
		isTest = false,
	): Promise<void> {
		const call = { mode: 'internal', activation: 'update', isTest } as const;
		const context = hookContext(installed, workflow, call);
		const running = this.main;
		await asProcess(running, async () => {
			await installed.nodeType.webhookMethods!.default!.delete.call(context);
		});
	}

	private async trigger(
		running: Running,
		installed: InstalledNode,
		workflow: Workflow,
		activation: WorkflowActivateMode,
	): Promise<void> {
		const emit = (...[data, response, done]: Emit) => {
			if (running.isDead) return;
			this.workflow.save(workflow);
			if (!this.workflow.canCreate) {
				if (this.setting.version === 2) done?.reject(new Error('The database is locked'));
				return;
			}
			const onResponse = (reply: unknown) => response?.resolve(reply as never);
			void this.run(installed, 'trigger', data, { onResponse }).then(done?.resolve, done?.reject);
		};
		const context = new TriggerContext(
			workflow,
			workflow.getNode(installed.node.name)!,
			installed.additionalData(),
			'trigger',
			activation,
			emit,
		);
		const answer = await installed.nodeType.trigger!.call(context);
		this.closing.set(`trigger ${installed.node.name}`, async () => {
			await asProcess(running, async () => await answer?.closeFunction?.());
		});
	}

	/** In the main process, or by a worker that gets the items as JSON. */
	private async run(
		{ node: { name } }: InstalledNode,
		mode: WorkflowExecuteMode,
		data: INodeExecutionData[][],
		options: { failure?: Error; onResponse?: (reply: unknown) => void } = {},
	): Promise<IRun> {
		const workers = this.others.filter((other) => other.name === 'worker');
		const worker = workers[this.turn % Math.max(1, workers.length)];
		this.turn += 1;
		if (!worker || mode === 'manual') {
			const main = this.main!;
			const start = async () => await this.workflow.execute(main, name, mode, data, options);
			return await asProcess(main, start);
		}
		const items = JSON.parse(JSON.stringify(data)) as INodeExecutionData[][];
		const onResponse = (reply: unknown) => {
			const sent = JSON.parse(JSON.stringify(reply)) as unknown;
			asProcess(this.main, () => void sleep(REPLY_MS).then(() => options.onResponse?.(sent)));
		};
		const more = { failure: options.failure, isWorker: true, onResponse };
		const start = async () => await this.workflow.execute(worker, name, mode, items, more);
		return await Promise.race([asProcess(worker, start), this.lossOf(worker)]);
	}

	/** n8n notices some time later that a worker was killed, and does not run this again. */
	private async lossOf(worker: Running): Promise<IRun> {
		return await asProcess(this.main, async () => {
			while (!worker.isDead) await sleep(LOSS_MS / 4);
			await sleep(LOSS_MS);
			return UNFINISHED;
		});
	}

	private async startPolls(
		running: Running,
		installed: InstalledNode,
		workflow: Workflow,
		activation: WorkflowActivateMode,
	): Promise<void> {
		let isClosed = false;
		const poll = async () => {
			const context = new PollContext(
				workflow,
				workflow.getNode(installed.node.name)!,
				installed.additionalData(),
				'trigger',
				activation,
			);
			const items = await installed.nodeType.poll!.call(context);
			if (running.isDead || !items) return;
			this.workflow.save(workflow);
			if (this.workflow.canCreate) void this.run(installed, 'trigger', items);
			else this.workflow.lostItems += items.length;
		};
		await poll();
		this.closing.set(`poll ${installed.node.name}`, async () => void (isClosed = true));
		const schedule = async () => {
			for (;;) {
				await sleep(this.setting.pollMs);
				if (isClosed) return;
				await poll().catch(() => undefined);
			}
		};
		void schedule();
	}

	private async answer(
		running: Running,
		{ name, isTest }: { name: string; isTest: boolean },
		url: string,
		body: unknown,
		ended: (status: number) => void,
	): Promise<void> {
		const installed = running.installed.get(name)!;
		const sent = { url, body: Buffer.from(JSON.stringify(body)) };
		const { request, response } = exchange(sent, ({ status }) => ended(status));
		const stored = isTest ? {} : this.workflow.stored;
		const workflow = installed.workflow(stored, { active: !isTest });
		const mode = isTest ? 'manual' : 'webhook';
		await receive({
			installed,
			workflow,
			webhookData: webhookDataOf(installed, isTest),
			mode,
			request,
			response,
			answering: () => {
				if (!isTest) this.workflow.save(workflow);
			},
			start: async (data, failure) => {
				if (!this.workflow.canCreate) throw new Error('The database is locked');
				// n8n makes another Workflow over the same static data here: it takes back the change flag.
				installed.workflow(stored);
				const execution = this.run(installed, mode, data, { failure }).then((run) => ({ run }));
				return { execution: execution as never };
			},
		});
	}
}

async function retried(attempts: number, code: () => Promise<void>): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			await code();
			return;
		} catch (error) {
			if (attempt >= attempts) throw error;
			await sleep(FIRST_RETRY_MS * 2 ** (attempt - 1));
		}
	}
}

const bare = (url: string) => `${new URL(url).origin}${new URL(url).pathname}`;

function pathOf({ node, nodeType }: InstalledNode): string {
	const { path, isFullPath } = nodeType.description.webhooks![0]!;
	return NodeHelpers.getNodeWebhookPath('workflow', node, path, isFullPath === true);
}

export const urlOf = (installed: InstalledNode, isTest: boolean): string => {
	const { webhookBaseUrl, webhookTestBaseUrl } = installed.additionalData();
	return `${isTest ? webhookTestBaseUrl : webhookBaseUrl}/${pathOf(installed)}`;
};

function webhookDataOf(installed: InstalledNode, isTest: boolean): IWebhookData {
	const webhookDescription = installed.nodeType.description.webhooks![0]!;
	return {
		httpMethod: 'POST',
		node: installed.node.name,
		path: pathOf(installed),
		webhookDescription,
		workflowId: 'workflow',
		workflowExecuteAdditionalData: installed.additionalData(),
		isTest,
	};
}

function hookContext(
	installed: InstalledNode,
	workflow: Workflow,
	{
		mode,
		activation,
		isTest,
	}: { mode: WorkflowExecuteMode; activation: WorkflowActivateMode; isTest: boolean },
): HookContext {
	const data = webhookDataOf(installed, isTest);
	const node = workflow.getNode(installed.node.name)!;
	const additional = data.workflowExecuteAdditionalData;
	return new HookContext(workflow, node, additional, mode, activation, data);
}
