import '../engine/environment';
import { HookContext } from 'n8n-core';
import {
	type IWebhookData,
	NodeHelpers,
	type Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import type { InstalledNode } from '../engine/installedNode';

/** How n8n calls what registers and deletes the webhook of a trigger. */
export interface HookCall {
	mode?: WorkflowExecuteMode;
	activation?: WorkflowActivateMode;
	/** For the address that listens for a test event. */
	isTest?: boolean;
}

function pathOf({ node, nodeType, workflowData }: InstalledNode): string {
	const { path, isFullPath } = nodeType.description.webhooks![0]!;
	return NodeHelpers.getNodeWebhookPath(workflowData.id, node, path, isFullPath === true);
}

/** Where n8n takes the deliveries of a trigger. */
export function addressOf(installed: InstalledNode, isTest = false): string {
	const { webhookBaseUrl, webhookTestBaseUrl } = installed.additionalData();
	return `${isTest ? webhookTestBaseUrl : webhookBaseUrl}/${pathOf(installed)}`;
}

export const webhookDataOf = (installed: InstalledNode, isTest = false): IWebhookData => ({
	httpMethod: 'POST',
	node: installed.node.name,
	path: pathOf(installed),
	webhookDescription: installed.nodeType.description.webhooks![0]!,
	workflowId: installed.workflowData.id,
	workflowExecuteAdditionalData: installed.additionalData(),
	isTest,
});

/** The real context of `checkExists`, `create` and `delete`. */
export function hookContextOf(
	installed: InstalledNode,
	workflow: Workflow,
	{ mode = 'trigger', activation = 'activate', isTest = false }: HookCall = {},
): HookContext {
	const data = webhookDataOf(installed, isTest);
	const node = workflow.getNode(data.node)!;
	const additional = data.workflowExecuteAdditionalData;
	return new HookContext(workflow, node, additional, mode, activation, data);
}

/** n8n calls `create` only if `checkExists` denies. */
export async function createWebhook(
	installed: InstalledNode,
	workflow: Workflow,
	call: HookCall,
): Promise<void> {
	const context = hookContextOf(installed, workflow, call);
	const { checkExists, create } = installed.nodeType.webhookMethods!.default!;
	if (!(await checkExists.call(context))) await create.call(context);
}

export async function deleteWebhook(
	installed: InstalledNode,
	workflow: Workflow,
	isTest = false,
): Promise<void> {
	const call = { mode: 'internal', activation: 'update', isTest } as const;
	const context = hookContextOf(installed, workflow, call);
	await installed.nodeType.webhookMethods!.default!.delete.call(context);
}
