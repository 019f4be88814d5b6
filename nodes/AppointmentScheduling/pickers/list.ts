import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import { zoneOf, type Zone } from '../n8n/zone';
import type { ServiceClient } from '../service/http/client';
import { row } from './row';

/** The entries of a list, by key, and where its next page begins. */
interface Entries {
	names: Map<string, string>;
	paginationToken?: string;
}

/** The rows of From List in the editor. */
export async function list(
	context: ILoadOptionsFunctions,
	read: (client: ServiceClient, zone: Zone) => Promise<Entries>,
): Promise<INodeListSearchResult> {
	try {
		const client = await connect(context);
		const { names, paginationToken } = await read(client, zoneOf(context, client, zoneIn(context)));
		return { results: [...names].flatMap(([key, name]) => row(key, name)), paginationToken };
	} catch (error) {
		const failure = toNodeError(context.getNode(), error);
		// The editor shows the HTTP status before the message.
		if ('httpCode' in failure)
			failure.message = failure.message.replace(` (${failure.httpCode})`, '');
		throw failure;
	}
}

/** 'Timezone' under 'Options' in the editor. Undefined for an expression. */
function zoneIn(context: ILoadOptionsFunctions): string | undefined {
	const value = context.getCurrentNodeParameter('options.timezone');
	return typeof value === 'string' && !value.startsWith('=') ? value : undefined;
}

/** In lower case and without accents, so that `garcia` finds García. */
export const folded = (text: string): string =>
	text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
