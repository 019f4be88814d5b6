import type { INode } from 'n8n-workflow';

import { toNodeError } from '../n8n/errors';

/** The failure of a list. The editor shows the HTTP status before the message, so the message leaves it out. */
export function toListError(node: INode, error: unknown): Error {
	const failure = toNodeError(node, error);
	if ('httpCode' in failure)
		failure.message = failure.message.replace(` (${failure.httpCode})`, '');
	return failure;
}
