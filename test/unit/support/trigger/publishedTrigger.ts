import '../engine/environment';
import '../engine/processedData';
import { type HookContext, TriggerContext } from 'n8n-core';
import type { IDataObject, ITriggerFunctions, Workflow, WorkflowActivateMode } from 'n8n-workflow';

import { execute, type Execution } from '../engine/execution';
import { StoredWorkflow } from '../engine/storedWorkflow';
import { addressOf, createWebhook, deleteWebhook, hookContextOf } from './hooks';

/** How often n8n 2.40.7 tries, waiting a second and more in between, which the port leaves out. */
const ACTIVATION_ATTEMPTS = 5;
const TEARDOWN_ATTEMPTS = 3;

async function retried(attempts: number, work: () => Promise<void>): Promise<void> {
	await work().catch(async (error: unknown) => {
		if (attempts === 1) throw error;
		await retried(attempts - 1, work);
	});
}

/** A workflow that starts with a webhook trigger, and how n8n registers and deletes its webhook. */
export class PublishedTrigger extends StoredWorkflow {
	readonly executions: Array<Promise<Execution>> = [];

	/** Awaited where n8n writes a new execution to its database: throw to let the start fail. */
	beforeStart: () => Promise<void> | void = () => {};

	/** What n8n was told to keep as failed executions, which start the error workflow. */
	readonly failures: Error[] = [];

	protected listening: IDataObject | undefined;

	/** The ids of what was emitted, which n8n takes once. */
	private readonly taken = new Set<string>();

	/** Of the process in which n8n has started the trigger. */
	private running: { isKilled: boolean; close?: () => Promise<void> } | undefined;

	get webhookUrl(): string {
		return addressOf(this.installed);
	}

	get testWebhookUrl(): string {
		return addressOf(this.installed, true);
	}

	/** The real context of `checkExists`, `create` and `delete`, over the stored static data. */
	hookContext(): HookContext {
		return hookContextOf(this.installed, this.load());
	}

	/**
	 * Registers the webhook as n8n does when a workflow is published or, with `init`, at its own
	 * start: after a failure it deletes once, and tries again. Rejects with the last failure. n8n 2.40
	 * starts the trigger at the same time.
	 */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const workflow = this.load();
		const attempt = async () => {
			try {
				await createWebhook(this.installed, workflow, { activation });
			} catch (error) {
				await deleteWebhook(this.installed, workflow).catch(() => {});
				throw error;
			}
		};
		const phases = [retried(ACTIVATION_ATTEMPTS, attempt), this.start(workflow, activation)];
		const outcomes = await Promise.allSettled(phases);
		this.save(workflow);
		const failed = outcomes.find((outcome) => outcome.status === 'rejected');
		if (failed) {
			await this.stop();
			throw failed.reason;
		}
	}

	/**
	 * Deletes the webhook as n8n does when a workflow is unpublished: it tries again after a failure,
	 * and saves the static data however that ends. n8n only logs the last failure; here it rejects.
	 */
	async deactivate(): Promise<void> {
		await this.stop();
		const workflow = this.load();
		const attempt = async () => await deleteWebhook(this.installed, workflow);
		await retried(TEARDOWN_ATTEMPTS, attempt).finally(() => this.save(workflow));
	}

	/** Starts n8n anew: only its database survives. */
	async restart(): Promise<void> {
		await this.kill();
		await this.activate('init');
	}

	/** n8n is killed: nothing is saved, and what was emitted is not created any more. */
	async kill(): Promise<void> {
		if (this.running) this.running.isKilled = true;
		await this.stop();
	}

	/** n8n stops the trigger: SIGTERM, or before another version of the workflow starts. */
	async stop(): Promise<void> {
		await this.running?.close?.();
		this.running = undefined;
	}

	/** Listens for a test event: at another address, with static data of its own that is never saved. */
	async listenForTest(): Promise<void> {
		const workflow = this.installed.workflow({});
		const call = { mode: 'manual', activation: 'manual', isTest: true } as const;
		await createWebhook(this.installed, workflow, call);
		this.listening = JSON.parse(JSON.stringify(workflow.staticData));
	}

	/** Ends test listening, as n8n does after the first event or when the user stops it. */
	async stopListening(): Promise<void> {
		const workflow = this.installed.workflow(structuredClone(this.listening ?? {}));
		this.listening = undefined;
		await deleteWebhook(this.installed, workflow, true);
	}

	private async start(workflow: Workflow, activation: WorkflowActivateMode): Promise<void> {
		const { node, nodeType } = this.installed;
		const running: { isKilled: boolean; close?: () => Promise<void> } = { isKilled: false };
		const context = new TriggerContext(
			workflow,
			workflow.getNode(node.name)!,
			this.installed.additionalData(),
			'trigger',
			activation,
			this.emitFor(workflow, running),
			undefined,
			(error) => void this.failures.push(error),
		);
		const response = await nodeType.trigger?.call(context);
		running.close = response?.closeFunction;
		this.running = running;
	}

	/** n8n saves static data at once, and creates the execution a moment later. */
	private emitFor(workflow: Workflow, running: { isKilled: boolean }): ITriggerFunctions['emit'] {
		return (data, _response, done, id) => {
			if (running.isKilled) return;
			this.save(workflow);
			const create = async () => {
				await this.beforeStart();
				if (running.isKilled) return await new Promise<never>(() => {});
				if (id !== undefined && this.taken.has(id)) return undefined;
				const stored = JSON.parse(JSON.stringify(data)) as typeof data;
				if (id !== undefined) this.taken.add(id);
				const start = {
					id: String(this.executions.length + 1),
					mode: 'trigger',
					data: stored,
				} as const;
				const execution = execute(this, start);
				this.executions.push(execution);
				return (await execution).run;
			};
			create().then(
				(run) => done?.resolve(run!),
				(error: Error) => done?.reject(error),
			);
		};
	}
}
