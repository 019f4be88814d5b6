import type { INodeParameters } from 'n8n-workflow';
import { credentialType } from '../../test/n8n/harness';
import type { Service } from '../../test/stand-in';
import type { Contender } from './stage';

export type Pagination = 'pages' | 'offset';

export const pageSize = 100;
const list = '/api/v3/appointments/';

/** What both nodes ask for, one appointment for each item. */
export const itemsOf = ({ appointments, baseUrl }: Service) =>
	appointments.list().map(({ appointment_key: key }) => ({ key, url: `${baseUrl}${list}${key}/` }));

/** The package's node, one GET an item; it finds the number of requests in flight if none is given. */
export const get = (concurrency?: number): Contender => ({
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
	parameters: { resource: 'appointment', operation: 'getAll', returnAll: true, simplify: false },
};

/** The package's node, the free times of a year. */
export const getFreeTimes = (key: string): Contender => ({
	parameters: {
		resource: 'appointment',
		operation: 'getFreeTimes',
		calendar: { __rl: true, mode: 'key', value: key },
		when: 'between',
		from: '={{ $now.toFormat("yyyy-MM-dd") }}',
		to: '={{ $now.plus({ days: 364 }).toFormat("yyyy-MM-dd") }}',
		returnAll: true,
	},
});

/** n8n's HTTP Request node, one GET an item; items that fail are marked and counted. */
export const httpRequest: Contender = {
	...httpRequestWith({ url: '={{ $json.url }}', options: {} }),
	onError: 'continueRegularOutput',
};

/** n8n's HTTP Request node with its own pagination, set up as its documentation shows. */
export function httpRequestPages({ baseUrl }: Service, pagination: Pagination): Contender {
	const values: Record<Pagination, Record<string, string>> = {
		pages: { page: '={{ $pageCount + 1 }}' },
		offset: { limit: String(pageSize), offset: `={{ $pageCount * ${pageSize} }}` },
	};
	const parameters = Object.entries(values[pagination]);
	const mode = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: {
			parameters: parameters.map(([name, value]) => ({ type: 'qs', name, value })),
		},
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.next }}',
	};
	return httpRequestWith({
		url: `${baseUrl}${list}`,
		options: { pagination: { pagination: mode } },
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
