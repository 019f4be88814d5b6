import { PollContext, TriggerContext } from 'n8n-core';
import type {
	INodeExecutionData,
	IRun,
	ITriggerFunctions,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import type { InstalledNode } from '../unit/support/engine/installedNode';
import { exchange } from '../unit/support/trigger/exchange';
import {
	addressOf,
	createWebhook,
	deleteWebhook,
	webhookDataOf,
} from '../unit/support/trigger/hooks';
import { receive } from '../unit/support/trigger/webhookCall';
import { asProcess, asTrigger, currentTime, SECOND, sleep } from './clock';
import type { Execution, Running, StoredWorkflow, TriggerNode } from './workflow';

type Emit = Parameters<NonNullable<ITriggerFunctions['emit']>>;

/** As in n8n 2: constants.js and trigger-activation-retry.js. */
const [ACTIVATION_ATTEMPTS, TEARDOWN_ATTEMPTS] = [5, 3];
const STOP_MS = 30 * SECOND;
/** One trigger that is published. */
interface Published {
	running: Running;
	installed: InstalledNode;
	workflow: Workflow;
	activation: WorkflowActivateMode;
}

/** n8n around its own contexts: processes, publication, deliveries and executions. */
export class N8n {
	isPublished = false;
	/** The triggers that failed at the latest publication. */
	failures: string[] = [];
	private main: Running | undefined;
	/** By their URL, the triggers whose webhooks n8n answers. */
	private readonly routes = new Map<string, string>();
	/** Deduplication keys of executions. */
	private readonly processedKeys = new Set<string>();
	/** When the latest execution exists, in the order of what was emitted. */
	private createdAt = 0;
	private closing: Array<() => Promise<void> | void> = [];

	constructor(
		private readonly workflow: StoredWorkflow,
		private readonly pollMs: number,
	) {}

	get isRunning(): boolean {
		return this.main !== undefined;
	}

	async start(): Promise<void> {
		if (this.main) return;
		this.main = this.workflow.startProcess();
		// n8n's runEnqueuedExecutions.
		for (const waiting of this.workflow.executions.filter(({ hasBegun }) => !hasBegun)) {
			void this.run(waiting).catch(() => undefined);
		}
		if (this.isPublished) await this.activate(this.main, 'init');
	}

	/** SIGKILL: what n8n has not saved is lost. */
	kill(): void {
		if (this.main) this.workflow.kill(this.main);
		[this.main, this.closing] = [undefined, []];
	}

	/** SIGTERM: n8n waits for the executions in progress. */
	async stop(): Promise<void> {
		if (!this.main) return;
		this.main.isStopping = true;
		await this.close();
		const end = currentTime() + STOP_MS;
		while (this.workflow.isWorking && currentTime() < end) await sleep(500);
		this.kill();
	}

	/** If it is published, n8n takes the former version back first. */
	async publish(version: TriggerNode[]): Promise<void> {
		if (!this.main) return;
		const mode = this.isPublished ? 'update' : 'activate';
		if (this.isPublished) await this.takeBack(this.main);
		this.workflow.nodes = version;
		this.isPublished = true;
		if (this.main) await this.activate(this.main, mode);
	}

	async unpublish(): Promise<void> {
		if (!this.main || !this.isPublished) return;
		this.isPublished = false;
		await this.takeBack(this.main);
	}

	/** The status that the service gets; undefined if nobody responds. */
	async deliver(url: string, body: unknown): Promise<number | undefined> {
		const running = this.main;
		const name = this.routes.get(url.split('?')[0]!);
		if (!running || running.isStopping) return undefined;
		if (name === undefined) return 404;
		const installed = running.installed.get(name)!;
		const { stored } = this.workflow;
		const workflow = installed.workflow(stored, { active: true });
		return await new Promise((resolve) => {
			const sent = { url, body: Buffer.from(JSON.stringify(body)) };
			const { request, response } = exchange(sent, ({ status }) => resolve(status));
			const answering = () => this.workflow.save(workflow);
			const start = () => {
				throw new Error('With Each Change, a delivery starts nothing');
			};
			const call = { installed, workflow, webhookData: webhookDataOf(installed), answering, start };
			asProcess(running, () => void receive({ ...call, mode: 'webhook', request, response }));
		});
	}

	private async run(execution: Execution): Promise<IRun> {
		const main = this.main!;
		return await asProcess(main, async () => await this.workflow.execute(main, execution));
	}

	/** n8n registers webhooks, starts triggers and polls at the same time, and saves when all have settled. */
	private async activate(running: Running, activation: WorkflowActivateMode): Promise<void> {
		const workflow = this.load(running);
		const started = [...running.installed.values()].flatMap((installed) => {
			const { webhookMethods, trigger, poll } = installed.nodeType;
			const one = { running, installed, workflow, activation };
			return [
				...(webhookMethods ? [async () => await this.register(one)] : []),
				...(trigger ? [async () => await this.trigger(one)] : []),
				...(poll ? [async () => await this.startPolls(one)] : []),
			].map(async (start) => await this.retried(one, ACTIVATION_ATTEMPTS, start));
		});
		await Promise.all(started);
		if (!running.isDead) asProcess(running, () => this.workflow.save(workflow));
	}

	private async takeBack(running: Running): Promise<void> {
		await this.close();
		if (running.isDead) return;
		const workflow = this.load(running);
		for (const installed of running.installed.values()) {
			if (!installed.nodeType.webhookMethods) continue;
			this.routes.delete(addressOf(installed));
			const remove = async () => await deleteWebhook(installed, workflow);
			await this.retried({ running, installed }, TEARDOWN_ATTEMPTS, remove);
		}
		asProcess(running, () => this.workflow.save(workflow));
	}

	/** Stops triggers and polls. */
	private async close(): Promise<void> {
		for (const close of this.closing.splice(0)) await close();
	}

	private load(running: Running): Workflow {
		this.failures = [];
		const [installed] = running.installed.values();
		return installed!.workflow(this.workflow.stored, { active: true });
	}

	private async retried(
		{ running, installed }: Pick<Published, 'running' | 'installed'>,
		attempts: number,
		code: () => Promise<void>,
	): Promise<void> {
		const attempt = async (left: number, pauseMs: number): Promise<void> =>
			await code().catch(async () => {
				if (left === 1) return void this.failures.push(installed.node.name);
				await sleep(pauseMs);
				await attempt(left - 1, 2 * pauseMs);
			});
		await asTrigger(running, installed.node.name, async () => await attempt(attempts, SECOND));
	}

	private async register({ installed, workflow, activation }: Published): Promise<void> {
		const url = addressOf(installed);
		this.routes.set(url, installed.node.name);
		await createWebhook(installed, workflow, { activation }).catch(async (error: unknown) => {
			await deleteWebhook(installed, workflow)
				.then(() => this.workflow.save(workflow))
				.then(() => this.routes.delete(url))
				.catch(() => undefined);
			throw error;
		});
	}

	private async trigger(published: Published): Promise<void> {
		const { running, installed, workflow } = published;
		const emit = (...[data, , done, key]: Emit) => {
			if (running.isDead) return;
			this.workflow.save(workflow);
			void asProcess(running, async () => {
				const soonest = currentTime() + (0.1 + 1.9 * Math.random() ** 3) * SECOND;
				this.createdAt = Math.max(this.createdAt, soonest);
				await sleep(this.createdAt - currentTime());
				if (running.isStopping || this.main === undefined) return;
				await this.emitted(installed.node.name, data, key).then(done?.resolve, done?.reject);
			});
		};
		const context = new TriggerContext(...contextOf(published), emit, undefined, () => {});
		const answer = await installed.nodeType.trigger!.call(context);
		this.closing.push(async () => {
			await asProcess(running, async () => await answer?.closeFunction?.());
		});
	}

	private async emitted(node: string, data: INodeExecutionData[][], key?: string): Promise<IRun> {
		if (key !== undefined && this.processedKeys.has(key)) return undefined as never;
		if (key !== undefined) this.processedKeys.add(key);
		return await this.run(this.workflow.create(node, 'trigger', data));
	}

	private async startPolls(published: Published): Promise<void> {
		const { running, installed, workflow } = published;
		let isClosed = false;
		// n8n makes one for all polls.
		const context = new PollContext(...contextOf(published));
		const { name } = installed.node;
		const poll = async () => {
			const items = await installed.nodeType.poll!.call(context);
			if (running.isDead || !items) return;
			this.workflow.save(workflow);
			void this.run(this.workflow.create(name, 'trigger', items)).catch(() => undefined);
		};
		await poll();
		this.closing.push(() => void (isClosed = true));
		const schedule = async () => {
			while (!isClosed) {
				await sleep(this.pollMs);
				if (!isClosed) void poll().catch(() => undefined);
			}
		};
		void schedule();
	}
}

const contextOf = ({ installed, workflow, activation }: Published) => {
	const node = workflow.getNode(installed.node.name)!;
	return [workflow, node, installed.additionalData(), 'trigger', activation] as const;
};
