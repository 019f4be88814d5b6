import '../engine/environment';
import '../engine/processedData';
import { HookContext, TriggerContext } from 'n8n-core';
import {
	type IDataObject,
	type IWebhookData,
	type IWebhookDescription,
	NodeHelpers,
	UnexpectedError,
	type WebhookSetupMethodNames,
	type Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { loaded, type NodeClass } from '../engine/nodeTypes';
import { StoredWorkflow } from '../engine/storedWorkflow';

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
	/** Of several main processes, only the leader starts triggers. The others register webhooks, too. */
	isFollower = false;

	protected listening: IDataObject | undefined;

	get webhookUrl(): string {
		return `${this.installed.additionalData().webhookBaseUrl}/${this.path}`;
	}

	get testWebhookUrl(): string {
		return `${this.installed.additionalData().webhookTestBaseUrl}/${this.path}`;
	}

	private get description(): IWebhookDescription {
		return this.installed.nodeType.description.webhooks![0]!;
	}

	private get path(): string {
		const { node, workflowData } = this.installed;
		const { path, isFullPath } = this.description;
		return NodeHelpers.getNodeWebhookPath(workflowData.id, node, path, isFullPath === true);
	}

	protected webhookData(isTest: boolean): IWebhookData {
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

	/**
	 * Registers the webhook as n8n does when a workflow is published or, with `init`, at its own
	 * start: after a failure it deletes once, and tries again. Rejects with the last failure.
	 */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const workflow = this.load();
		const attempt = async () => {
			try {
				await this.createIfMissing(this.hookContext({ workflow, activation }));
			} catch (error) {
				await this.delete({ workflow }).catch(() => {});
				throw error;
			}
		};
		const start = async () => {
			await retried(ACTIVATION_ATTEMPTS, attempt);
			if (!this.isFollower) await this.start(workflow, activation);
		};
		await start().finally(() => this.save(workflow));
	}

	/**
	 * Deletes the webhook as n8n does when a workflow is unpublished: it tries again after a failure,
	 * and saves the static data however that ends. n8n only logs the last failure; here it rejects.
	 */
	async deactivate(): Promise<void> {
		const workflow = this.load();
		const attempt = async () => await this.delete({ workflow });
		await retried(TEARDOWN_ATTEMPTS, attempt).finally(() => this.save(workflow));
	}

	/** Starts n8n anew: only its database survives, and the node's code is the class given. */
	async restart(nodeClass?: NodeClass): Promise<void> {
		if (nodeClass) this.installed.nodeType = loaded(nodeClass);
		await this.activate('init');
	}

	/** Listens for a test event: at another address, with static data of its own that is never saved. */
	async listenForTest(): Promise<void> {
		const workflow = this.installed.workflow({});
		const listening = { workflow, mode: 'manual', activation: 'manual', isTest: true } as const;
		await this.createIfMissing(this.hookContext(listening));
		this.listening = JSON.parse(JSON.stringify(workflow.staticData));
	}

	/** Ends test listening, as n8n does after the first event or when the user stops it. */
	async stopListening(): Promise<void> {
		const workflow = this.installed.workflow(structuredClone(this.listening ?? {}));
		this.listening = undefined;
		await this.delete({ workflow, isTest: true });
	}

	/** Nothing is emitted without Catch Up. */
	private async start(workflow: Workflow, activation: WorkflowActivateMode): Promise<void> {
		const { node, nodeType } = this.installed;
		const data = this.installed.additionalData();
		const context = new TriggerContext(
			workflow,
			workflow.getNode(node.name)!,
			data,
			'trigger',
			activation,
		);
		await nodeType.trigger?.call(context);
	}

	private async createIfMissing(context: HookContext): Promise<void> {
		if (!(await this.call('checkExists', context))) await this.call('create', context);
	}

	private async delete(options: { workflow: Workflow; isTest?: boolean }): Promise<void> {
		const context = this.hookContext({ ...options, mode: 'internal', activation: 'update' });
		await this.call('delete', context);
	}

	private async call(name: WebhookSetupMethodNames, context: HookContext): Promise<boolean> {
		const method = this.installed.nodeType.webhookMethods?.default?.[name];
		if (!method) throw new UnexpectedError(`The node has no webhookMethods.default.${name}`);
		return await method.call(context);
	}
}
