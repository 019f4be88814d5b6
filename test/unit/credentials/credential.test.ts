import { AppointmentSchedulingApi } from '../../../credentials/AppointmentSchedulingApi.credentials';

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
