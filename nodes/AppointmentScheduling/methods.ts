import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	ILoadOptionsFunctions,
	INodeCredentialTestResult,
	INodeListSearchResult,
} from 'n8n-workflow';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

const searchAppointments: Search = async function (...given) {
	const pickers = await import('./pickers/appointments');
	return await pickers.searchAppointments.apply(this, given);
};

const searchCalendars: Search = async function (filter) {
	const pickers = await import('./pickers/calendars');
	return await pickers.searchCalendars.call(this, filter);
};

const searchWebhooks: Search = async function (filter) {
	const pickers = await import('./pickers/webhooks');
	return await pickers.searchWebhooks.call(this, filter);
};

async function appointmentSchedulingApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const tests = await import('./n8n/credentialTest');
	return await tests.appointmentSchedulingApiTest.call(this, credential);
}

/** Of all three nodes. */
export const methods = {
	credentialTest: { appointmentSchedulingApiTest },
	listSearch: { searchAppointments, searchCalendars, searchWebhooks },
};
