import type { INodeParameters } from 'n8n-workflow';
import { actionNodeType, credentialType } from '../../test/n8n/harness';
import { bareType } from './peers';
import type { Contender } from './stage';
import type { StandIn } from './standIn';

export type Pagination = 'pages' | 'offset' | 'cursor';

export const pageSize = 100;
const list = '/api/v3/appointments/';

export const addressOf = ({ baseUrl }: StandIn, key: string) => `${baseUrl}${list}${key}/`;

/** The package's node, one GET an item; it finds the number of requests in flight if none is given. */
export const get = (concurrency?: number): Contender => ({
	type: actionNodeType,
	parameters: {
		resource: 'appointment',
		operation: 'get',
		appointment: { __rl: true, mode: 'key', value: '={{ $json.key }}' },
		simplify: false,
		options: concurrency === undefined ? {} : { concurrency },
	},
});

/** The package's node, the whole list. */
export const getAll: Contender = {
	type: actionNodeType,
	parameters: {
		resource: 'appointment',
		operation: 'getAll',
		returnAll: true,
		filters: {},
		simplify: false,
		options: {},
	},
};

/** n8n's HTTP helper with so many requests in flight. */
export const bare = (width: number): Contender => ({ type: bareType, parameters: { width } });

/** n8n's HTTP Request node, one GET an item; items that fail are marked and counted. */
export const httpRequest: Contender = {
	...httpRequestWith({ url: '={{ $json.url }}', options: {} }),
	onError: 'continueRegularOutput',
};

/** n8n's HTTP Request node with its own pagination, set up as its documentation shows. */
export function httpRequestPages({ baseUrl }: StandIn, pagination: Pagination): Contender {
	const done = {
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.next }}',
	};
	const counted = (values: Record<string, string>) => ({
		paginationMode: 'updateAParameterInEachRequest',
		parameters: {
			parameters: Object.entries(values).map(([name, value]) => ({ type: 'qs', name, value })),
		},
		...done,
	});
	const modes = {
		pages: counted({ page: '={{ $pageCount + 1 }}' }),
		offset: counted({
			limit: String(pageSize),
			offset: `={{ $pageCount * ${pageSize} }}`,
		}),
		cursor: {
			paginationMode: 'responseContainsNextURL',
			nextURL: '={{ $response.body.next }}',
			...done,
		},
	};
	return httpRequestWith({
		url: `${baseUrl}${list}`,
		options: { pagination: { pagination: modes[pagination] } },
	});
}

function httpRequestWith(parameters: INodeParameters): Contender {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			...parameters,
		},
	};
}
