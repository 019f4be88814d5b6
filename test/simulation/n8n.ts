import type { IRun } from 'n8n-workflow';

import { exchange } from '../unit/support/trigger/exchange';
import { webhookDataOf } from '../unit/support/trigger/hooks';
import { receive, type WebhookCall } from '../unit/support/trigger/webhookCall';
import type { Circumstances } from './circumstances';
import { asProcess, currentTime, sleep } from './clock';
import { Publication, type Failure } from './publication';
import {
	asJson,
	type Execution,
	type Running,
	type StoredWorkflow,
	type TriggerNode,
} from './workflow';

type Reply = (reply: unknown) => void;

const STOP_MS = 30_000;
/** A reply of a worker to the main process, what it says at the end, and until it is known that it was killed. */
const REPLY_MS = 100;
const END_MS = 150;
const LOSS_MS = 80_000;
const UNFINISHED = {
	status: 'error',
	data: { resultData: { runData: {}, error: { message: 'job stalled' } } },
} as unknown as IRun;

/** n8n around its own contexts: processes, deliveries and executions. */
export class N8n {
	isPublished = false;
	private main: Running | undefined;
	/** Another main process that has led before. */
	private follower: Running | undefined;
	private others: Running[] = [];
	private turn = 0;
	private readonly publication: Publication;

	constructor(
		readonly workflow: StoredWorkflow,
		readonly setting: Circumstances,
	) {
		this.publication = new Publication(workflow, setting, async (installed, data, onReply) => {
			return await this.run(workflow.create(installed.node.name, 'trigger', data), onReply);
		});
	}

	/** What failed at the latest publication. */
	get failures(): Failure[] {
		return this.publication.failures;
	}

	get isRunning(): boolean {
		return this.main !== undefined;
	}

	async start(): Promise<void> {
		if (this.main) return;
		this.main = this.workflow.startProcess('main');
		this.others = this.setting.hasWorkers
			? ['webhook', 'webhook', 'worker', 'worker'].map((name) => this.workflow.startProcess(name))
			: [];
		if (this.isPublished) await this.publication.activate(this.main, 'init');
		// n8n's runEnqueuedExecutions.
		const waiting = this.workflow.executions.filter(({ hasBegun }) => !hasBegun);
		for (const execution of waiting) void this.run(execution).catch(() => undefined);
	}

	/** SIGKILL: what n8n has not saved is lost. */
	kill(): void {
		for (const running of [this.main, this.follower, ...this.others]) {
			if (running) this.workflow.kill(running);
		}
		[this.main, this.follower, this.others] = [undefined, undefined, []];
	}

	/** SIGKILL of one worker, which starts again. */
	killWorker(): void {
		const at = this.others.findIndex(({ name }) => name === 'worker');
		const worker = this.others[at];
		if (!worker) return;
		this.workflow.kill(worker);
		this.others[at] = this.workflow.startProcess('worker');
	}

	/** SIGTERM: n8n waits for the executions in progress. */
	async stop(): Promise<void> {
		if (!this.main) return;
		await this.publication.close();
		const end = currentTime() + STOP_MS;
		while (this.workflow.isWorking && currentTime() < end) await sleep(500);
		this.kill();
	}

	/** Another main process starts the triggers. This one goes on, and may lead again. */
	async changeLeader(): Promise<void> {
		if (!this.main || !this.setting.hasWorkers) return;
		await this.publication.close();
		const next = this.follower ?? this.workflow.startProcess('main');
		this.follower = this.main;
		this.main = next;
		if (this.isPublished) await this.publication.activate(next, 'leadershipChange');
	}

	/** If it is published, n8n takes the former version back first. */
	async publish(version: TriggerNode[] = this.workflow.nodes): Promise<void> {
		if (!this.main) return;
		const mode = this.isPublished ? 'update' : 'activate';
		if (this.isPublished) await this.publication.takeBack(this.main);
		this.workflow.nodes = version;
		this.isPublished = true;
		if (this.main) await this.publication.activate(this.main, mode);
	}

	async unpublish(): Promise<void> {
		if (!this.main || !this.isPublished) return;
		this.isPublished = false;
		await this.publication.takeBack(this.main);
	}

	/** The status that the service gets; undefined if nobody responds. */
	async deliver(url: string, body: unknown, processor = 0): Promise<number | undefined> {
		const running =
			this.others.filter(({ name }) => name === 'webhook')[processor % 2] ?? this.main;
		const name = this.publication.routes.get(url.split('?')[0]!);
		if (!running) return undefined;
		if (name === undefined) return 404;
		return await new Promise((resolve) => {
			const sent = { url, body: Buffer.from(JSON.stringify(body)) };
			const { request, response } = exchange(sent, ({ status }) => resolve(status));
			const installed = running.installed.get(name)!;
			const { stored } = this.workflow;
			const workflow = installed.workflow(stored, { active: true });
			const call: WebhookCall = {
				installed,
				workflow,
				webhookData: webhookDataOf(installed),
				mode: 'webhook',
				request,
				response,
				answering: () => this.workflow.save(workflow),
				start: async (data, failure) => {
					if (!this.workflow.takes(name, data)) throw new Error('The database is locked');
					// n8n makes another Workflow over the same static data here: it takes back the change flag.
					installed.workflow(stored);
					const created = this.workflow.create(name, 'webhook', data, failure);
					const execution = this.run(created).then((run) => ({ run }));
					void execution.catch(() => undefined);
					return { execution: execution as never };
				},
			};
			asProcess(running, () => void receive(call));
		});
	}

	/** Somebody runs the latest failed execution again, from the editor. */
	retry(): void {
		const failed = this.workflow.executions.findLast(({ status }) => status === 'error');
		if (!failed || !this.main) return;
		const again = this.workflow.create(failed.node, 'retry', failed.data);
		const main = this.main;
		const work = async () => await this.workflow.execute(main, again, { isEmpty: true });
		void asProcess(main, work).catch(() => undefined);
	}

	/** In the main process, or by a worker that gets the items as JSON. */
	private async run(execution: Execution, onReply: Reply = () => {}): Promise<IRun> {
		const workers = this.others.filter((other) => other.name === 'worker');
		const worker = workers[this.turn % Math.max(1, workers.length)];
		this.turn += 1;
		if (!worker) return await this.runInMain(execution, onReply);
		execution.data = asJson(execution.data);
		const reply = (message: unknown) => {
			const sent = asJson(message);
			asProcess(this.main, () => void sleep(REPLY_MS).then(() => onReply(sent)));
		};
		const work = async () => {
			const isEmpty = true;
			const result = await this.workflow.execute(worker, execution, { isEmpty, onReply: reply });
			await sleep(END_MS);
			return result;
		};
		return await Promise.race([asProcess(worker, work), this.lossOf(worker, execution)]);
	}

	/** At most so many at a time, and what waits is in n8n's database. */
	private async runInMain(execution: Execution, onReply: Reply): Promise<IRun> {
		const main = this.main!;
		return await asProcess(main, async () => {
			const { concurrency } = this.setting;
			const isNext = () =>
				this.workflow.executions.find(({ hasBegun }) => !hasBegun) === execution &&
				this.workflow.workingIn(main) < concurrency;
			if (concurrency < Infinity) execution.data = asJson(execution.data);
			while (concurrency < Infinity && !isNext()) await sleep(500);
			return await this.workflow.execute(main, execution, { onReply });
		});
	}

	/** n8n notices some time later that a worker was killed, and does not run this again. */
	private async lossOf(worker: Running, execution: Execution): Promise<IRun> {
		return await asProcess(this.main, async () => {
			while (!worker.isDead && execution.savedAt === undefined) await sleep(LOSS_MS / 4);
			if (execution.savedAt !== undefined) await new Promise(() => undefined);
			await sleep(LOSS_MS);
			return UNFINISHED;
		});
	}
}
