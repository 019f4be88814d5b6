import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Notification } from './checks/notification';

/** The same words for every delivery that is taken in, so that they tell nothing of what is known. */
const RECEIVED = { message: 'Received' };

/** An answer of our own, without a run. */
export function answer(
	context: IWebhookFunctions,
	status: number,
	message: string,
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

export const withoutRun = (): IWebhookResponseData => ({ webhookResponse: RECEIVED });

export const run = ({ event, timestamp, data }: Notification): IWebhookResponseData => ({
	workflowData: [[{ json: { event, timestamp, data } }]],
	webhookResponse: RECEIVED,
});
