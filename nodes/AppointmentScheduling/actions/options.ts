import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { durationOption, hoursOptions } from '../fields/hours';
import { namesOf, numberProperty, optionalNumber, timezoneProperty } from '../fields/values';
import { DEFAULT_SETTINGS, type ServiceSettings } from '../service/http/settings';
import type { ItemParameters } from './parameters';

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

const checkSlot: INodeProperties = {
	displayName: 'Check Slot',
	name: 'checkSlot',
	type: 'boolean',
	default: true,
	description:
		'Whether to check first if another appointment of the same calendar is at the new time, and to stop if there is one',
};

const ownOptions: Record<string, INodeProperties[]> = {
	getFreeTimes: hoursOptions,
	reschedule: [checkSlot, durationOption],
};

const options = (own: INodeProperties[], displayOptions: IDisplayOptions): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...own, ...requestOptions, timezoneProperty].sort((a, b) =>
		a.displayName < b.displayName ? -1 : 1,
	),
	displayOptions,
});

export const optionsProperties: INodeProperties[] = [
	options([], { hide: { operation: Object.keys(ownOptions) } }),
	...Object.entries(ownOptions).map(([operation, own]) =>
		options(own, { show: { operation: [operation] } }),
	),
];

/** @throws InputError */
export function requestSettings(parameters: ItemParameters): Partial<ServiceSettings> {
	const entered = namesOf(REQUEST_OPTIONS).map((name) => {
		const [displayName, least] = REQUEST_OPTIONS[name];
		return [name, optionalNumber(parameters.option(name), displayName, least)] as const;
	});
	const settings = Object.fromEntries(entered.filter(([, value]) => value !== undefined));
	// Without the option, the client finds the number.
	return { concurrency: undefined, ...settings };
}
