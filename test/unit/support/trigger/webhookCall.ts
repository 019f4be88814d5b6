import '../engine/environment';
import type { Request, Response } from 'express';
import { WebhookContext } from 'n8n-core';
import {
	type INodeExecutionData,
	type IWebhookData,
	type IWebhookResponseData,
	OperationalError,
	resolveWebhookDescriptionField,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import type { Execution } from '../engine/execution';
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
	start: (
		data: INodeExecutionData[][],
		failure?: Error,
	) => Promise<{ execution: Promise<Execution> }>;
}

/** What n8n does with a request to a webhook: its `executeWebhook`, for the two modes triggers use. */
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
	const { request, response, answering, installed, workflow, webhookData } = call;
	const node = workflow.getNode(installed.node.name)!;
	const [mode, data] = (['responseMode', 'responseData'] as const).map((field) => {
		const { webhookDescription } = webhookData;
		const native = resolveWebhookDescriptionField(node, webhookDescription, field);
		if (native.resolved) return native.value;
		const template = webhookDescription[field] as string | undefined;
		return workflow.expression.getSimpleParameterValue(node, template, call.mode, {});
	});
	await parseBody(request);
	let failure: Error | undefined;
	const result = await runWebhook(call).catch((error: unknown): IWebhookResponseData => {
		failure = error as Error;
		answering();
		response.status(500).json({ code: 0, message: 'Workflow could not be started!' });
		return { workflowData: [[{ json: {} }]] };
	});
	const answer = (body: unknown) => {
		if (failure) return;
		answering();
		if (!result.noWebhookResponse) response.json(body);
	};
	if (result.workflowData === undefined) return answer(result.webhookResponse);
	const { execution } = await call.start(result.workflowData, failure).catch((cause: unknown) => {
		throw new OperationalError('There was a problem executing the workflow', { cause });
	});
	if (mode === 'onReceived') return answer(result.webhookResponse);
	if (mode !== 'lastNode' || data !== 'noData') throw new Error(`${String(mode)} is not ported`);
	const { run } = await execution;
	const { error, lastNodeExecuted = '', runData } = run.data.resultData;
	if (error ?? runData[lastNodeExecuted]?.at(-1)?.error) response.status(500);
	answer(undefined);
}

async function parseBody(request: Request): Promise<void> {
	if (request.contentType?.startsWith('multipart/')) return;
	await request.readRawBody();
	if (request.rawBody.length === 0) return;
	const text = request.rawBody.toString(request.encoding).replace(/^\ufeff/, '');
	if (request.contentType === 'text/plain') request.body = text;
	if (request.contentType === 'application/x-www-form-urlencoded') {
		request.body = Object.fromEntries(new URLSearchParams(text));
	}
	if (request.contentType !== 'application/json') return;
	try {
		request.body = JSON.parse(text);
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
