import type { INodeProperties } from 'n8n-workflow';

/** This option takes precedence over the time zones of the credential and the workflow. */
export const timezoneProperty: INodeProperties = {
	displayName: 'Timezone',
	name: 'timezone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/Madrid',
	description:
		"Time zone in which dates without an offset are read. If empty, 'Service Timezone' of the credential applies, otherwise the time zone of the workflow.",
};
