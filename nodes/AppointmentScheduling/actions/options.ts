import type { INodeProperties } from 'n8n-workflow';

import { namesOf, numberProperty, optionalNumber, timezoneProperty } from '../parameters/values';
import { DEFAULT_SETTINGS, type ServiceSettings } from '../service/http/settings';
import type { ItemParameters } from './itemParameters';

/** Named like the settings of the client, with the least value. */
const REQUEST_OPTIONS = {
	concurrency: [
		'Concurrency',
		1,
		'Maximum number of requests at the same time. Without this option, the node finds the number that the service handles best: up to 64 to read, up to 16 to change something. If the service refuses or fails, the node sends fewer.',
	],
	maxRetries: [
		'Max Retries',
		0,
		'How often to retry a read that failed temporarily, and a change that was certainly not made. A change that may have been made is checked instead.',
	],
	requestInterval: ['Request Interval', 0, 'Milliseconds between the starts of two requests'],
	timeout: ['Timeout', 1, 'Milliseconds to wait for a complete response'],
} as const;

const requestOptions = namesOf(REQUEST_OPTIONS).map((name) => {
	const [displayName, least, description] = REQUEST_OPTIONS[name];
	return numberProperty(displayName, name, least, DEFAULT_SETTINGS[name], description);
});

/** Of every operation, after its own. */
export const commonOptions: INodeProperties[] = [timezoneProperty, ...requestOptions];

/** @throws InputError */
export function requestSettings(parameters: ItemParameters): Partial<ServiceSettings> {
	const settings = namesOf(REQUEST_OPTIONS).map((name) => {
		const [displayName, least] = REQUEST_OPTIONS[name];
		// Without 'Concurrency', the client finds the number.
		const unset = name === 'concurrency' ? undefined : DEFAULT_SETTINGS[name];
		return [name, optionalNumber(parameters.option(name), displayName, least) ?? unset];
	});
	return Object.fromEntries(settings) as Partial<ServiceSettings>;
}
