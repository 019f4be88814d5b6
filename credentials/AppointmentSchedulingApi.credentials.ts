import type { IAuthenticate, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

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
			hint: 'The address of the service, without /api/v3. HTTPS is required, except for localhost.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'Usually in the dashboard of the service, under Settings → Integrations or API. If it is not there, ask its support.',
		},
		{
			displayName: 'Service Timezone',
			name: 'timezone',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Europe/Madrid',
			hint: 'The time zone of your account, which is that of your calendars',
			description:
				"Times without an offset are read in this zone. The 'Timezone' option of a node takes precedence.",
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
			hint: 'Leave this at Bearer unless the connection test asks for Basic',
			description: 'Word before the token in requests for webhooks',
		},
		{
			displayName: 'Array Format',
			name: 'arrayFormat',
			type: 'options',
			options: [
				{
					name: 'Brackets',
					value: 'brackets',
					description: 'PHP, Laravel. E.g. service_keys[]=a&service_keys[]=b',
				},
				{ name: 'Comma', value: 'comma', description: 'E.g. service_keys=a,b' },
				{ name: 'Repeat', value: 'repeat', description: 'E.g. service_keys=a&service_keys=b' },
			],
			default: 'repeat',
			hint: "Leave this at Repeat unless the filters 'Service Keys' or 'Tag Keys' find too much or nothing",
			description: 'How filters with several keys are written in the URL of a request',
		},
	];

	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const { authorized } =
			await import('../nodes/AppointmentScheduling/service/http/authorization');
		const request = authorized(credentials, requestOptions);
		if (request === requestOptions) return request;
		const { refuseOtherReaders } = await import('./refusals');
		refuseOtherReaders(requestOptions, String(credentials.baseUrl));
		return request;
	};
}
