import type { IAuthenticate, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { authorized } from '../nodes/AppointmentScheduling/service/http/authorization';

export class AppointmentSchedulingApi implements ICredentialType {
	name = 'appointmentSchedulingApi';

	displayName = 'Appointment Scheduling API';

	icon: Icon = {
		light: 'file:../nodes/AppointmentScheduling/appointmentScheduling.svg',
		dark: 'file:../nodes/AppointmentScheduling/appointmentScheduling.dark.svg',
	};

	documentationUrl =
		'https://github.com/appointment-scheduling/n8n-nodes-appointment-scheduling#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description: 'Host of the service, without /api/v3. HTTPS is required, except for localhost.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
		},
		{
			displayName: 'Webhook Auth Scheme',
			name: 'webhookAuthScheme',
			type: 'options',
			options: [
				{ name: 'Bearer', value: 'Bearer' },
				{ name: 'Basic', value: 'Basic' },
			],
			default: 'Bearer',
			description:
				'Word before the token on requests to the webhook endpoints. The credential test says which one the service takes.',
		},
		{
			displayName: 'Array Format',
			name: 'arrayFormat',
			type: 'options',
			options: [
				{
					name: 'Brackets',
					value: 'brackets',
					description: 'E.g. service_keys[]=a&service_keys[]=b',
				},
				{ name: 'Comma', value: 'comma', description: 'E.g. service_keys=a,b' },
				{ name: 'Repeat', value: 'repeat', description: 'E.g. service_keys=a&service_keys=b' },
			],
			default: 'repeat',
			description: 'How filters with several keys are written in the address',
		},
		{
			displayName: 'Service Timezone',
			name: 'timezone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Europe/Madrid',
			hint: 'The time zone of your account at the service, e.g. Europe/Madrid',
			description:
				"Dates and times without an offset are read in this time zone. A node's own 'Timezone' option takes precedence. If both are empty, the workflow's time zone applies.",
		},
	];

	authenticate: IAuthenticate = async (credentials, requestOptions) =>
		authorized(credentials, requestOptions);
}
