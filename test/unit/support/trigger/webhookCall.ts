import '../engine/environment';
import type { Request, Response } from 'express';
import { WebhookContext } from 'n8n-core';
import {
	type INodeExecutionData,
	type IWebhookData,
	type IWebhookResponseData,
	OperationalError,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import type { InstalledNode } from '../engine/installedNode';

export interface WebhookCall {
	installed: InstalledNode;
	workflow: Workflow;
	webhookData: IWebhookData;
	mode: WorkflowExecuteMode;
	request: Request;
	response: Response;
	/** Called before n8n answers, unless the node has answered itself. */
	answering: () => void;
	/** Creates the execution in n8n's database and starts it; rejects when it cannot be created. */
	start: (data: INodeExecutionData[][], failure?: Error) => Promise<void>;
}

/** What n8n does with a request to a webhook that responds at once: its `executeWebhook`. */
export async function receive(call: WebhookCall): Promise<void> {
	const { response } = call;
	try {
		await handle(call);
	} catch (error) {
		if (response.headersSent) return;
		response.status(error instanceof UnreadableBody ? 422 : 500);
		response.json({ code: 0, message: (error as Error).message });
	}
}

/** A body that is not what its content type says. */
class UnreadableBody extends Error {}

async function handle(call: WebhookCall): Promise<void> {
	const { request, response, answering } = call;
	await parseBody(request);
	let failure: Error | undefined;
	const result = await runWebhook(call).catch((error: unknown): IWebhookResponseData => {
		failure = error as Error;
		answering();
		response.status(500).json({ code: 0, message: 'Workflow could not be started!' });
		return { workflowData: [[{ json: {} }]] };
	});
	if (result.workflowData !== undefined) {
		await call.start(result.workflowData, failure).catch((cause: unknown) => {
			throw new OperationalError('There was a problem executing the workflow', { cause });
		});
	}
	if (failure) return;
	answering();
	if (!result.noWebhookResponse) response.json(result.webhookResponse);
}

async function parseBody(request: Request): Promise<void> {
	if (request.contentType?.startsWith('multipart/')) return;
	await request.readRawBody();
	if (request.rawBody.length === 0 || request.contentType !== 'application/json') return;
	try {
		request.body = JSON.parse(request.rawBody.toString(request.encoding));
	} catch {
		throw new UnreadableBody('Failed to parse request body');
	}
}

async function runWebhook(call: WebhookCall): Promise<IWebhookResponseData> {
	const { installed, workflow, webhookData, mode, request, response } = call;
	const additionalData = {
		...installed.additionalData(),
		httpRequest: request,
		httpResponse: response,
	};
	const node = workflow.getNode(installed.node.name)!;
	return await installed.nodeType.webhook!.call(
		new WebhookContext(workflow, node, additionalData, mode, webhookData, [], null),
	);
}
