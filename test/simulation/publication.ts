import { PollContext, TriggerContext } from 'n8n-core';
import type {
	INodeExecutionData,
	IRun,
	ITriggerFunctions,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import type { InstalledNode } from '../unit/support/engine/installedNode';
import { addressOf, createWebhook, deleteWebhook } from '../unit/support/trigger/hooks';
import type { Circumstances } from './circumstances';
import { asProcess, asTrigger, sleep } from './clock';
import type { Running, StoredWorkflow } from './workflow';

type Emit = Parameters<NonNullable<ITriggerFunctions['emit']>>;

/** As in n8n 2: constants.js and trigger-activation-retry.js. */
const ACTIVATION_ATTEMPTS = 5;
const TEARDOWN_ATTEMPTS = 3;
const FIRST_RETRY_MS = 1_000;

export interface Failure {
	node: string;
	error: unknown;
}

/** Starts a run of what a trigger has emitted or polled. */
export type StartRun = (
	installed: InstalledNode,
	data: INodeExecutionData[][],
	onReply?: (reply: unknown) => void,
) => Promise<IRun>;

/** One trigger that is published. */
interface Published {
	running: Running;
	installed: InstalledNode;
	workflow: Workflow;
	activation: WorkflowActivateMode;
}

/** What the main process does when a workflow is published and taken back. */
export class Publication {
	/** What failed at the latest publication. */
	failures: Failure[] = [];
	/** By their URL, the triggers whose webhooks n8n answers. */
	readonly routes = new Map<string, string>();
	private closing: Array<() => Promise<void> | void> = [];

	constructor(
		private readonly workflow: StoredWorkflow,
		private readonly setting: Circumstances,
		private readonly run: StartRun,
	) {}

	/** n8n registers webhooks, starts triggers and polls at the same time, and saves when all have settled. */
	async activate(running: Running, activation: WorkflowActivateMode): Promise<void> {
		const workflow = this.load(running);
		const published = [...running.installed.values()].flatMap((installed) => {
			const { webhookMethods, trigger, poll } = installed.nodeType;
			const one = { running, installed, workflow, activation };
			return [
				...(webhookMethods ? [async () => await this.register(one)] : []),
				...(trigger ? [async () => await this.trigger(one)] : []),
				...(poll ? [async () => await this.startPolls(one)] : []),
			].map(async (start) => await this.retried(one, ACTIVATION_ATTEMPTS, start));
		});
		await Promise.all(published);
		this.workflow.save(workflow);
	}

	/** Unregisters the webhooks. */
	async takeBack(running: Running): Promise<void> {
		await this.close();
		if (running.isDead) return;
		const workflow = this.load(running);
		for (const installed of running.installed.values()) {
			if (!installed.nodeType.webhookMethods) continue;
			this.routes.delete(addressOf(installed));
			const remove = async () => await deleteWebhook(installed, workflow);
			await this.retried({ running, installed }, TEARDOWN_ATTEMPTS, remove);
		}
		this.workflow.save(workflow);
	}

	/** Stops triggers and polls. */
	async close(): Promise<void> {
		for (const close of this.closing) await close();
		this.closing = [];
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
			await code().catch(async (error: unknown) => {
				if (left === 1) return void this.failures.push({ node: installed.node.name, error });
				await sleep(pauseMs);
				await attempt(left - 1, 2 * pauseMs);
			});
		await asProcess(running, async () => await attempt(attempts, FIRST_RETRY_MS));
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
		const emit = (...[data, response, done]: Emit) => {
			if (running.isDead) return;
			this.workflow.save(workflow);
			if (!this.workflow.canCreate || !isWritable(data)) {
				if (this.setting.version === 2) done?.reject(new Error('The database is locked'));
				return;
			}
			const onReply = (reply: unknown) => response?.resolve(reply as never);
			void this.run(installed, data, onReply).then(done?.resolve, done?.reject);
		};
		const context = new TriggerContext(...contextOf(published), emit);
		const answer = await asTrigger(running, installed.node.name, async () => {
			return await installed.nodeType.trigger!.call(context);
		});
		this.closing.push(async () => {
			await asProcess(running, async () => await answer?.closeFunction?.());
		});
	}

	private async startPolls(published: Published): Promise<void> {
		const { running, installed, workflow } = published;
		let isClosed = false;
		// n8n makes one for all polls.
		const context = new PollContext(...contextOf(published));
		const poll = async () => {
			const items = await asTrigger(running, installed.node.name, async () => {
				return await installed.nodeType.poll!.call(context);
			});
			if (running.isDead || !items) return;
			this.workflow.save(workflow);
			if (!this.workflow.takes(installed.node.name, items)) return;
			void this.run(installed, items).catch(() => undefined);
		};
		await poll();
		this.closing.push(() => void (isClosed = true));
		const schedule = async () => {
			await sleep(this.setting.pollMs);
			if (isClosed) return;
			await poll().catch(() => undefined);
			void schedule();
		};
		void schedule();
	}
}

/** n8n writes what an execution begins with to its database. What it cannot write starts no run, but is saved before. */
function isWritable(data: INodeExecutionData[][]): boolean {
	try {
		return JSON.stringify(data) !== undefined;
	} catch {
		return false;
	}
}

const contextOf = ({ installed, workflow, activation }: Published) => {
	const node = workflow.getNode(installed.node.name)!;
	return [workflow, node, installed.additionalData(), 'trigger', activation] as const;
};
