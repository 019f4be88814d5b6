import { HookContext } from 'n8n-core';
import {
	type IWebhookData,
	NodeHelpers,
	type Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import type { InstalledNode } from '../unit/support/engine/installedNode';
import { sleep } from './clock';

const FIRST_RETRY_MS = 1_000;

/** An address without its query. */
export const bare = (url: string) => `${new URL(url).origin}${new URL(url).pathname}`;

function pathOf({ node, nodeType }: InstalledNode): string {
	const { path, isFullPath } = nodeType.description.webhooks![0]!;
	return NodeHelpers.getNodeWebhookPath('workflow', node, path, isFullPath === true);
}

export const urlOf = (installed: InstalledNode): string =>
	`${installed.additionalData().webhookBaseUrl}/${pathOf(installed)}`;

export function webhookDataOf(installed: InstalledNode): IWebhookData {
	const webhookDescription = installed.nodeType.description.webhooks![0]!;
	return {
		httpMethod: 'POST',
		node: installed.node.name,
		path: pathOf(installed),
		webhookDescription,
		workflowId: 'workflow',
		workflowExecuteAdditionalData: installed.additionalData(),
		isTest: false,
	};
}

function hookContext(
	installed: InstalledNode,
	workflow: Workflow,
	mode: WorkflowExecuteMode,
	activation: WorkflowActivateMode,
): HookContext {
	const data = webhookDataOf(installed);
	const node = workflow.getNode(installed.node.name)!;
	const additional = data.workflowExecuteAdditionalData;
	return new HookContext(workflow, node, additional, mode, activation, data);
}

/** n8n calls `create` only if `checkExists` denies. */
export async function createWebhook(
	installed: InstalledNode,
	workflow: Workflow,
	activation: WorkflowActivateMode,
): Promise<void> {
	const context = hookContext(installed, workflow, 'trigger', activation);
	const { checkExists, create } = installed.nodeType.webhookMethods!.default!;
	if (!(await checkExists.call(context))) await create.call(context);
}

export async function deleteWebhook(installed: InstalledNode, workflow: Workflow): Promise<void> {
	const context = hookContext(installed, workflow, 'internal', 'update');
	await installed.nodeType.webhookMethods!.default!.delete.call(context);
}

/** As in n8n 2: trigger-activation-retry.js. */
export async function retried(attempts: number, code: () => Promise<void>): Promise<void> {
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
