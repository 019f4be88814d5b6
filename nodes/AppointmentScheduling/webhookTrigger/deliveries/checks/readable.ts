import type { IWebhookFunctions } from 'n8n-workflow';

import { isObject } from '../../../service/values/bodies';
import { readNotification } from '../notification';
import { refuse, type Check } from '../verdict';

/** A notification as in the document takes less than 1 KB. */
const MOST_BYTES = 1_000_000;

/** Is the body a notification as in the document? */
export const isReadable: Check = (delivery) => {
	const { context } = delivery;
	if (sizeOf(context) > MOST_BYTES) return refuse(413, 'The body is too large');
	const { notification, reason } = readNotification(bodyOf(context));
	return notification ? { ...delivery, notification } : refuse(400, reason);
};

/** Bytes of the body, as received or as announced. */
function sizeOf(context: IWebhookFunctions): number {
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	return rawBody?.length ?? Number(context.getHeaderData()['content-length'] ?? 0);
}

/**
 * n8n parses JSON only if the content type says so. JSON without a content type, as text or as a
 * form, which is the default of some HTTP clients, is parsed here.
 */
function bodyOf(context: IWebhookFunctions): unknown {
	const body: unknown = context.getBodyData();
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	if (!rawBody || (isObject(body) && 'event' in body)) return body;
	try {
		return JSON.parse(rawBody.toString('utf8').replace(/^\uFEFF/, ''));
	} catch {
		return body;
	}
}
