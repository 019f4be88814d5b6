import '../engine/environment';
import type { Request, Response } from 'express';
import { WebhookContext } from 'n8n-core';
import {
	type CloseFunction,
	type INodeExecutionData,
	type IWebhookData,
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
	OperationalError,
	resolveWebhookDescriptionField,
	UnexpectedError,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import type { Execution } from '../engine/execution';
import type { InstalledNode } from '../engine/installedNode';
import {
	finishedAnswer,
	sendError,
	startedAnswer,
	UnreadableBody,
	type WebhookAnswer,
} from './webhookAnswer';

export interface WebhookCall {
	installed: InstalledNode;
	workflow: Workflow;
	webhookData: IWebhookData;
	mode: WorkflowExecuteMode;
	request: Request;
	response: Response;
	/** Called once with what n8n answers. */
	answer: (answer: WebhookAnswer) => void;
	/** Creates the execution in n8n's database and starts it; rejects when it cannot be created. */
	start: (
		data: INodeExecutionData[][],
		failure?: Error,
	) => Promise<{ execution: Promise<Execution> }>;
	/** Told what `webhook()` returned or threw. */
	returned: (result: IWebhookResponseData) => void;
	threw: (error: unknown) => void;
}

async function parseBody(request: Request) {
	if (request.contentType?.startsWith('multipart/')) return;
	await request.readRawBody();
	if (request.rawBody.length === 0) return;
	const text = request.rawBody.toString(request.encoding).replace(/^\ufeff/, '');
	switch (request.contentType) {
		case 'application/json':
			try {
				request.body = JSON.parse(text);
			} catch (error) {
				throw new UnreadableBody('Failed to parse request body', (error as Error).message);
			}
			break;
		case 'application/x-www-form-urlencoded':
			request.body = Object.fromEntries(new URLSearchParams(text));
			break;
		case 'text/plain':
			request.body = text;
	}
}

/** The real context of `webhook()` for one request. */
export function webhookContext({
	installed,
	workflow,
	webhookData,
	mode,
	request,
	response,
	closeFunctions = [],
}: Pick<WebhookCall, 'installed' | 'workflow' | 'webhookData' | 'mode' | 'request' | 'response'> & {
	closeFunctions?: CloseFunction[];
}): WebhookContext {
	const additionalData: IWorkflowExecuteAdditionalData = {
		...installed.additionalData(),
		httpRequest: request,
		httpResponse: response,
	};
	const node = workflow.getNode(installed.node.name)!;
	return new WebhookContext(
		workflow,
		node,
		additionalData,
		mode,
		webhookData,
		closeFunctions,
		null,
	);
}

async function runWebhook(call: WebhookCall): Promise<IWebhookResponseData> {
	const { nodeType } = call.installed;
	if (!nodeType.webhook) throw new UnexpectedError('Node does not have any webhooks defined');
	const closeFunctions: CloseFunction[] = [];
	try {
		return await nodeType.webhook.call(webhookContext({ ...call, closeFunctions }));
	} finally {
		await Promise.allSettled(closeFunctions.map(async (close) => await close()));
	}
}

function evaluator({ installed, workflow, webhookData, mode }: WebhookCall) {
	const node = workflow.getNode(installed.node.name)!;
	const { webhookDescription } = webhookData;
	return (field: 'responseMode' | 'responseCode' | 'responseData', fallback: string): string => {
		const native = resolveWebhookDescriptionField(node, webhookDescription, field);
		if (native.resolved) return String(native.value);
		const value = webhookDescription[field] as string | undefined;
		return String(
			workflow.expression.getSimpleParameterValue(node, value, mode, {}, undefined, fallback),
		);
	};
}

/** What n8n does with a request to a webhook: its `executeWebhook`, for the two modes triggers use. */
export async function receive(call: WebhookCall): Promise<void> {
	const evaluate = evaluator(call);
	const responseMode = evaluate('responseMode', 'onReceived');
	if (!['onReceived', 'lastNode'].includes(responseMode)) {
		throw new UnexpectedError(`The response mode '${responseMode}' is not valid!`);
	}
	const responseCode = Number(evaluate('responseCode', '200'));
	const responseData = evaluate('responseData', 'firstEntryJson');
	await parseBody(call.request);

	let answered = false;
	const answer = (given: WebhookAnswer) => {
		if (!answered) call.answer(given);
		answered = true;
	};
	let result: IWebhookResponseData;
	let failure: Error | undefined;
	try {
		result = await runWebhook(call);
		call.returned(result);
	} catch (error) {
		call.threw(error);
		failure = error as Error;
		sendError(
			call.response,
			new UnexpectedError('Workflow Webhook Error: Workflow could not be started!'),
		);
		answered = true;
		result = { workflowData: [[{ json: {} }]] };
	}
	if (result.noWebhookResponse) answer({ noWebhookResponse: true });
	if (result.workflowData === undefined) {
		const data = result.webhookResponse ?? { message: 'Webhook call received' };
		answer({ data, responseCode });
		return;
	}

	let execution: Promise<Execution>;
	try {
		({ execution } = await call.start(result.workflowData, failure));
	} catch (cause) {
		if (answered) return;
		throw new OperationalError('There was a problem executing the workflow', { cause });
	}
	if (responseMode === 'onReceived') {
		answer({ data: startedAnswer(responseData, result.webhookResponse), responseCode });
		return;
	}
	const { run } = await execution;
	const { lastNodeExecuted, runData } = run.data.resultData;
	const lastTask = runData[lastNodeExecuted ?? '']?.at(-1);
	answer(finishedAnswer(run, lastTask, responseData, responseCode));
}
