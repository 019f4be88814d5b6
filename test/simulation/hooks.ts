import { HookContext } from 'n8n-core';
import {
	type IWebhookData,
	NodeHelpers,
	type WebhookSetupMethodNames,
	type Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import type { InstalledNode } from '../unit/support/engine/installedNode';

/** An address without its query. */
export const bare = (url: string) => `${new URL(url).origin}${new URL(url).pathname}`;

export const urlOf = (installed: InstalledNode): string =>
	`${installed.additionalData().webhookBaseUrl}/${webhookDataOf(installed).path}`;

export function webhookDataOf(installed: InstalledNode): IWebhookData {
	const { node, nodeType } = installed;
	const webhookDescription = nodeType.description.webhooks![0]!;
	const isFullPath = webhookDescription.isFullPath === true;
	return {
		httpMethod: 'POST',
		node: node.name,
		path: NodeHelpers.getNodeWebhookPath('workflow', node, webhookDescription.path, isFullPath),
		webhookDescription,
		workflowId: 'workflow',
		workflowExecuteAdditionalData: installed.additionalData(),
		isTest: false,
	};
}

async function call(
	installed: InstalledNode,
	workflow: Workflow,
	method: WebhookSetupMethodNames,
	activation: WorkflowActivateMode,
): Promise<boolean> {
	const data = webhookDataOf(installed);
	const node = workflow.getNode(data.node)!;
	const mode = method === 'delete' ? 'internal' : 'trigger';
	const additional = data.workflowExecuteAdditionalData;
	const context = new HookContext(workflow, node, additional, mode, activation, data);
	return await installed.nodeType.webhookMethods!.default![method].call(context);
}

/** n8n calls `create` only if `checkExists` denies. */
export async function createWebhook(
	installed: InstalledNode,
	workflow: Workflow,
	activation: WorkflowActivateMode,
): Promise<void> {
	const exists = await call(installed, workflow, 'checkExists', activation);
	if (!exists) await call(installed, workflow, 'create', activation);
}

export async function deleteWebhook(installed: InstalledNode, workflow: Workflow): Promise<void> {
	await call(installed, workflow, 'delete', 'update');
}
