import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

/** Of all three nodes. */
export const methods = {
	credentialTest: {
		async appointmentSchedulingApiTest(
			this: ICredentialTestFunctions,
			credential: ICredentialsDecrypted,
		) {
			const tests = await import('./n8n/credentialTest');
			return await tests.appointmentSchedulingApiTest.call(this, credential);
		},
	},
	loadOptions: {
		async getServices(this: ILoadOptionsFunctions) {
			const pickers = await import('./pickers/named');
			return await pickers.getServices.call(this);
		},
	},
	listSearch: {
		async searchAppointments(this: ILoadOptionsFunctions, filter?: string, page?: string) {
			const pickers = await import('./pickers/appointments');
			return await pickers.searchAppointments.call(this, filter, page);
		},
		async searchCalendars(this: ILoadOptionsFunctions, filter?: string) {
			const pickers = await import('./pickers/named');
			return await pickers.searchCalendars.call(this, filter);
		},
		async searchWebhooks(this: ILoadOptionsFunctions, filter?: string) {
			const pickers = await import('./pickers/named');
			return await pickers.searchWebhooks.call(this, filter);
		},
	},
};
