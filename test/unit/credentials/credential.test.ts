import { AppointmentSchedulingApi } from '../../../credentials/AppointmentSchedulingApi.credentials';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { testCredential } from '../support';

const host = 'https://scheduling.example';
const path = '/api/v3/webhooks/';

it('the credential has the fields of the public interface', () => {
	const { name, displayName, properties } = new AppointmentSchedulingApi();
	expect([name, displayName]).toEqual(['appointmentSchedulingApi', 'Appointment Scheduling API']);
	const fields = properties.map(({ name: field, type, default: value, options }) => [
		field,
		type,
		value,
		options?.map((option) => ('value' in option ? option.value : '')),
	]);
	expect(fields).toEqual([
		['baseUrl', 'string', '', undefined],
		['accessToken', 'string', '', undefined],
		['timezone', 'string', '', undefined],
		['webhookAuthScheme', 'options', 'Bearer', ['Bearer', 'Basic']],
		['arrayFormat', 'options', 'repeat', ['brackets', 'comma', 'repeat']],
	]);
	expect(properties[1]?.typeOptions).toEqual({ password: true });
	const required = properties
		.filter((property) => property.required)
		.map(({ name: field }) => field);
	expect(required).toEqual(['baseUrl', 'accessToken', 'timezone']);
});

it('the credential chooses the scheme by path for every node that uses it', async () => {
	const { authenticate } = new AppointmentSchedulingApi();
	const credential = { baseUrl: host, accessToken: 't', webhookAuthScheme: 'Basic' };
	const sent = async (url: string) => {
		if (typeof authenticate !== 'function') throw new Error('authenticate is no function');
		return (await authenticate(credential, { url })).headers?.Authorization;
	};
	expect(await sent(`${host}${path}`)).toBe('Basic t');
	expect(await sent(`${host}/api/v3/appointments/`)).toBe('Bearer t');
	expect(await sent('https://evil.example/api/v3/webhooks/')).toBeUndefined();
});

// Each message of the credential test: test/unit/n8n/credentialTest.test.ts.
it('the credential test names a time zone that does not exist', async () => {
	const { status, message } = await testCredential(AppointmentScheduling, { timezone: 'Madrid' });
	expect(status).toBe('Error');
	expect(message).toMatch(/^'Service Timezone': "Madrid" is not a time zone\. .*Europe\/Madrid/);
});
