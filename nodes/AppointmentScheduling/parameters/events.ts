import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/core/errors';
import { textList } from '../service/values/keys';
import { EVENT_KINDS } from '../service/core/vocabulary';

/** The service would accept any other name too, and never notify about it. */
const KIND = /^[^\s.]+(\.[^\s.]+)+$/;

export const eventOptions = Object.entries(EVENT_KINDS).map(([value, name]) => ({ name, value }));

export const additionalEventsProperty: INodeProperties = {
	displayName: 'Additional Events',
	name: 'additionalEvents',
	type: 'string',
	default: '',
	placeholder: 'e.g. appointment.attended',
	description:
		'Other event kinds of the service, separated by commas. They look like appointment.created.',
};

/** Each kind once. @throws InputError if there is none */
export function chosenEvents(
	events: unknown,
	additionalEvents: unknown,
	field = 'Events',
): string[] {
	const chosen = kindsIn(events, field);
	const kinds = [...new Set([...chosen, ...kindsIn(additionalEvents, 'Additional Events')])];
	if (kinds.length > 0) return kinds;
	throw new InputError(field, 'no event was chosen', 'Choose at least one event');
}

function kindsIn(value: unknown, field: string): string[] {
	const kinds = textList(value);
	const unusable = kinds.find((kind) => !KIND.test(kind));
	if (unusable === undefined) return kinds;
	throw new InputError(
		field,
		`"${unusable}" is not an event kind`,
		'They look like appointment.created. Separate them with commas',
	);
}
