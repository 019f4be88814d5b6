import type { INodeProperties } from 'n8n-workflow';

/** This option takes precedence over 'Service Timezone' of the credential. */
export const timezoneProperty: INodeProperties = {
	displayName: 'Timezone',
	name: 'timezone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/Madrid',
	description:
		"Time zone of the service. If empty, 'Service Timezone' of the credential applies, otherwise the zone that the service's own times show.",
};

/** At every date field. */
export const ZONE_HINT = 'A time without an offset is a local time of the service';
