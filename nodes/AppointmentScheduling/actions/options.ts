import type { INodeProperties } from 'n8n-workflow';

import { timezoneProperty } from '../fields/timezone';
import { wholeNumber } from '../fields/values';
import { DEFAULT_SETTINGS, type ServiceSettings } from '../service/http/client';
import type { ItemParameters } from './parameters';

const requestOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 16,
		description:
			'Maximum number of requests at the same time. Without this option, the node finds the number that the service handles best: up to 64 to read, up to 16 to change something. If the service refuses or fails, the node sends fewer.',
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 4,
		description:
			'How often to retry a request that failed temporarily. A cancellation that may send an email, and a new webhook, are not sent again if they may have been made.',
	},
	{
		displayName: 'Request Interval',
		name: 'requestInterval',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Milliseconds between the starts of two requests',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30000,
		description: 'Milliseconds to wait for a complete response',
	},
	timezoneProperty,
];

const checkSlot: INodeProperties = {
	displayName: 'Check Slot',
	name: 'checkSlot',
	type: 'boolean',
	default: false,
	description:
		'Whether to check first if another appointment of the same calendar starts at the new time, and to stop if there is one',
};

/** The options of every operation. Reschedule has one more. */
export const optionsProperties: INodeProperties[] = [
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: requestOptions,
		displayOptions: { hide: { operation: ['reschedule'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [checkSlot, ...requestOptions],
		displayOptions: { show: { operation: ['reschedule'] } },
	},
];

/** @throws InputError naming an option that is not usable */
export function requestSettings(parameters: ItemParameters): Partial<ServiceSettings> {
	const option = (name: keyof typeof DEFAULT_SETTINGS, field: string, least: number) => {
		const value = parameters.option(name);
		return value === undefined || value === '' ? undefined : wholeNumber(value, field, least);
	};
	return {
		concurrency: option('concurrency', 'Concurrency', 1),
		requestInterval:
			option('requestInterval', 'Request Interval', 0) ?? DEFAULT_SETTINGS.requestInterval,
		maxRetries: option('maxRetries', 'Max Retries', 0) ?? DEFAULT_SETTINGS.maxRetries,
		timeout: option('timeout', 'Timeout', 1) ?? DEFAULT_SETTINGS.timeout,
	};
}
