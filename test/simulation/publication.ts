import { PollContext, TriggerContext } from 'n8n-core';
import type {
	INodeExecutionData,
	IRun,
	ITriggerFunctions,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import type { InstalledNode } from '../unit/support/engine/installedNode';
import { asProcess, asTrigger, sleep } from './clock';
import { createWebhook, deleteWebhook, retried, urlOf } from './hooks';
import type { Running, StoredWorkflow } from './workflow';

type Emit = Parameters<NonNullable<ITriggerFunctions['emit']>>;

/** As in n8n 2: constants.js and trigger-activation-retry.js. */
const ACTIVATION_ATTEMPTS = 5;
const TEARDOWN_ATTEMPTS = 3;

export interface Setting {
	/** 1: `done` of an execution that cannot be created is never settled. */
	version: 1 | 2;
	/** Webhook processors and workers besides the main process. */
	hasWorkers: boolean;
	pollMs: number;
	/** Executions in the main process at a time. */
	concurrency: number;
}

export interface Failure {
	node: string;
	error: unknown;
}

/** Starts a run of what a trigger has emitted or polled. */
export type StartRun = (
	installed: InstalledNode,
	data: INodeExecutionData[][],
	onResponse?: (reply: unknown) => void,
) => Promise<IRun>;

/** What the main process does when a workflow is published and taken back. */
export class Publication {
	/** What failed at the latest publication. */
	failures: Failure[] = [];
	/** By their URL, the triggers whose webhooks n8n answers. */
	readonly routes = new Map<string, string>();
	private readonly closing = new Map<string, () => Promise<void>>();

	constructor(
		private readonly workflow: StoredWorkflow,
		private readonly setting: Setting,
		private readonly run: StartRun,
	) {}

	/** n8n registers webhooks, starts triggers and polls at the same time, and saves when all have settled. */
	async activate(running: Running, activation: WorkflowActivateMode): Promise<void> {
		await asProcess(running, async () => {
			const workflow = this.load(running);
			this.failures = [];
			const tasks = [...running.installed.values()].flatMap((installed) => {
				const { webhookMethods, trigger, poll } = installed.nodeType;
				const codes = [
					...(webhookMethods ? [this.register.bind(this, installed)] : []),
					...(trigger ? [this.trigger.bind(this, running, installed)] : []),
					...(poll ? [this.startPolls.bind(this, running, installed)] : []),
				];
				return codes.map(async (code) => {
					await retried(ACTIVATION_ATTEMPTS, async () => await code(workflow, activation)).catch(
						(error: unknown) => this.failures.push({ node: installed.node.name, error }),
					);
				});
			});
			await Promise.all(tasks);
			this.workflow.save(workflow);
		});
	}

	private async register(
		installed: InstalledNode,
		workflow: Workflow,
		activation: WorkflowActivateMode,
	): Promise<void> {
		const url = urlOf(installed);
		this.routes.set(url, installed.node.name);
		try {
			await createWebhook(installed, workflow, activation);
		} catch (error) {
			await deleteWebhook(installed, workflow).then(
				() => {
					this.workflow.save(workflow);
					this.routes.delete(url);
				},
				() => undefined,
			);
			throw error;
		}
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
			if (!this.workflow.canCreate || !isWritable(data)) {
				if (this.setting.version === 2) done?.reject(new Error('The database is locked'));
				return;
			}
			const onResponse = (reply: unknown) => response?.resolve(reply as never);
			void this.run(installed, data, onResponse).then(done?.resolve, done?.reject);
		};
		const context = new TriggerContext(...contextOf(installed, workflow, activation), emit);
		const answer = await asTrigger(
			running,
			installed.node.name,
			async () => await installed.nodeType.trigger!.call(context),
		);
		this.closing.set(`trigger ${installed.node.name}`, async () => {
			await asProcess(running, async () => await answer?.closeFunction?.());
		});
	}

	/** Unregisters the webhooks. */
	async takeBack(running: Running): Promise<void> {
		await this.close();
		if (running.isDead) return;
		const workflow = this.load(running);
		this.failures = [];
		for (const installed of running.installed.values()) {
			if (!installed.nodeType.webhookMethods) continue;
			this.routes.delete(urlOf(installed));
			const remove = async () => await deleteWebhook(installed, workflow);
			await asProcess(running, async () => await retried(TEARDOWN_ATTEMPTS, remove)).catch(
				(error: unknown) => void this.failures.push({ node: installed.node.name, error }),
			);
		}
		this.workflow.save(workflow);
	}

	private load(running: Running): Workflow {
		const [installed] = running.installed.values();
		return installed!.workflow(this.workflow.stored, { active: true });
	}

	/** Stops triggers and polls. */
	async close(): Promise<void> {
		for (const close of this.closing.values()) await close();
		this.closing.clear();
	}

	private async startPolls(
		running: Running,
		installed: InstalledNode,
		workflow: Workflow,
		activation: WorkflowActivateMode,
	): Promise<void> {
		let isClosed = false;
		// n8n makes one for all polls.
		const context = new PollContext(...contextOf(installed, workflow, activation));
		const poll = async () => {
			const items = await asTrigger(
				running,
				installed.node.name,
				async () => await installed.nodeType.poll!.call(context),
			);
			if (running.isDead || !items) return;
			this.workflow.save(workflow);
			if (!this.workflow.takes(installed.node.name, items)) return;
			void this.run(installed, items).catch(() => undefined);
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
}
/** n8n writes what an execution begins with to its database. */
function isWritable(data: INodeExecutionData[][]): boolean {
	try {
		return JSON.stringify(data) !== undefined;
	} catch {
		return false;
	}
}

const contextOf = (
	installed: InstalledNode,
	workflow: Workflow,
	activation: WorkflowActivateMode,
) =>
	[
		workflow,
		workflow.getNode(installed.node.name)!,
		installed.additionalData(),
		'trigger',
		activation,
	] as const;
