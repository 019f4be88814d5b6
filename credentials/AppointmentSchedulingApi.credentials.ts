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
			placeholder: 'e.g. https://eagenda.com.br',
			hint: 'https://eagenda.com.br, https://eagendas.com (international) or https://homolog.eagendas.com (staging)',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'In the dashboard of the service: Integrations → API → Generate (Integrações → API → Gerar)',
		},
		{
			displayName: 'Service Timezone',
			name: 'timezone',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. America/Sao_Paulo',
			hint: 'The time zone of your account, which is that of your calendars',
			description:
				'Times without an offset are read in this zone. The zone of the workflow is never used for appointments.',
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
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: 'Only for triggers with Webhook Registration By Hand. At the service, enter the header {"Authorization": "Bearer …"} with this text after Bearer.',
			description: 'Secret that the service sends with each notification',
		},
	];

	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const { authorized } = await import('../nodes/AppointmentScheduling/service/authorization');
		const request = authorized(credentials, requestOptions);
		if (request === requestOptions) return request;
		const { refuseOtherReaders } = await import('./refusals');
		refuseOtherReaders(requestOptions, String(credentials.baseUrl));
		return request;
	};
}
