import type { INodeParameters } from 'n8n-workflow';
import { credentialType } from '../../test/n8n/harness';
import type { Service } from '../../test/stand-in';
import type { Contender } from './stage';

export const pageSize = 100;
const list = '/api/v3/appointments/';

/** What both nodes ask for, one appointment for each item. */
export const itemsOf = ({ appointments, baseUrl }: Service) =>
	appointments.list().map(({ appointment_key: key }) => ({ key, url: `${baseUrl}${list}${key}/` }));

/** The package's node, one GET an item. */
export const get: Contender = {
	parameters: {
		resource: 'appointment',
		operation: 'get',
		appointment: { __rl: true, mode: 'key', value: '={{ $json.key }}' },
		simplify: false,
		options: {},
	},
};

/** The package's node, the whole list. */
export const getAll: Contender = {
	parameters: { resource: 'appointment', operation: 'getAll', returnAll: true, simplify: false },
};

/** n8n's HTTP Request node, one GET an item; items that fail are marked and counted. */
export const httpRequest: Contender = {
	...httpRequestWith({ url: '={{ $json.url }}', options: {} }),
	onError: 'continueRegularOutput',
};

/** n8n's HTTP Request node with its own pagination, set up as its documentation shows. */
export function httpRequestPages({ baseUrl }: Service): Contender {
	const values = { page_size: String(pageSize), page: '={{ $pageCount + 1 }}' };
	const parameters = Object.entries(values).map(([name, value]) => ({ type: 'qs', name, value }));
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.next }}',
	};
	return httpRequestWith({ url: `${baseUrl}${list}`, options: { pagination: { pagination } } });
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
