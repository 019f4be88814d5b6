import type { Response } from 'express';
import {
	type IRun,
	type ITaskData,
	OperationalError,
	UnexpectedError,
	UserError,
} from 'n8n-workflow';

/** What n8n answers a webhook call with, unless the node answered itself. */
export interface WebhookAnswer {
	noWebhookResponse?: boolean;
	data?: unknown;
	responseCode?: number;
}

export function sendAnswer(response: Response, answer: WebhookAnswer) {
	if (answer.noWebhookResponse) return;
	if (answer.responseCode !== undefined) response.status(answer.responseCode);
	if (typeof answer.data === 'string') response.send(answer.data);
	else response.json(answer.data);
}

/** A body that is not what its content type says. */
export class UnreadableBody extends Error {
	constructor(
		message: string,
		readonly hint: string,
	) {
		super(message);
	}
}

export function sendError(response: Response, error: unknown) {
	if (response.headersSent) return;
	const { message } = error as Error;
	if (error instanceof UnreadableBody)
		response.status(422).json({ code: 422, message, hint: error.hint });
	else response.status(error instanceof UserError ? 400 : 500).json({ code: 0, message });
}

/** The answer to a call whose workflow was just started (`responseMode: onReceived`). */
export function startedAnswer(responseData: unknown, webhookResponse: unknown): unknown {
	if (responseData === 'noData') return undefined;
	if (responseData) return responseData;
	return webhookResponse ?? { message: 'Workflow was started' };
}

/** The answer to a call whose workflow has ended (`responseMode: lastNode`). */
export function finishedAnswer(
	run: IRun,
	lastTask: ITaskData | undefined,
	responseData: unknown,
	responseCode: number,
): WebhookAnswer {
	if (run.data.resultData.error || lastTask?.error) {
		return { data: { message: 'Error in workflow' }, responseCode: 500 };
	}
	const items = lastTask?.data?.main?.[0] ?? [];
	switch (lastTask === undefined ? 'noTask' : responseData) {
		case 'noTask': {
			const message = 'Workflow executed successfully but the last node did not return any data';
			return { data: { message }, responseCode };
		}
		case 'noData':
			return { responseCode };
		case 'allEntries':
			return { data: items.map(({ json }) => json), responseCode };
		case 'firstEntryJson':
			if (!items[0]) throw new OperationalError('No item to return was found');
			return { data: items[0].json, responseCode };
		default:
			throw new UnexpectedError(`responseData "${String(responseData)}" is not ported`);
	}
}
