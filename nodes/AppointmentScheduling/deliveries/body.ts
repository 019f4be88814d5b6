import type { IWebhookFunctions } from 'n8n-workflow';

/** Bytes of the body, as received or as announced. */
export function sizeOf(context: IWebhookFunctions): number {
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	return rawBody?.length ?? Number(context.getHeaderData()['content-length'] ?? 0);
}

/** n8n parses JSON that is declared as such; what is sent without a type, or as text, is tried here. */
export function bodyOf(context: IWebhookFunctions): unknown {
	const body: unknown = context.getBodyData();
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	const isParsed = body !== null && typeof body === 'object' && Object.keys(body).length > 0;
	if (isParsed || !rawBody?.length) return body;
	try {
		return JSON.parse(rawBody.toString('utf8').replace(/^\uFEFF/, ''));
	} catch {
		return undefined;
	}
}
