import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { validKey } from '../service/values/keys';
import { isBlank, isObject } from '../service/values/objects';

/** @param keySource where the key comes from */
export function locatorProperty(
	displayName: string,
	keySource: string,
	texts: Partial<INodeProperties>,
	listHint?: string,
	otherModes: Array<Omit<INodePropertyMode, 'type'>> = [],
): INodeProperties {
	const name = displayName.toLowerCase();
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...texts,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${/^a/.test(name) ? 'an' : 'a'} ${name}…`,
				typeOptions: {
					searchListMethod: `search${displayName}s`,
					searchable: true,
					slowLoadNotice: {
						message: `If this takes too long, choose the ${name} By Key`,
						timeout: 10_000,
					},
				},
				...(listHint !== undefined && { hint: listHint }),
			},
			{
				displayName: 'By Key',
				name: 'key',
				type: 'string',
				placeholder: 'e.g. 8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10',
				hint: `The ${keySource}`,
			},
			...otherModes.map((mode) => ({ ...mode, type: 'string' as const })),
		],
	};
}

export const CALENDAR_KEY = 'calendar_key from the list of calendars';

export const calendarProperty = locatorProperty('Calendar', CALENDAR_KEY, {
	description: `The ${CALENDAR_KEY}`,
	builderHint: {
		propertyHint:
			"Default to { __rl: true, mode: 'list', value: '' }, so that the user picks the calendar. Use mode 'key' only with a calendar_key that the user gave, or that an appointment or Calendar > Get Many returns. Never invent a key.",
	},
});

/** If an expression replaces the whole parameter, its value is a key. */
export const asLocator = (value: unknown): { mode?: unknown; value?: unknown } =>
	isObject(value) ? value : { value };

/** @throws InputError */
export function locatorKey(given: unknown, field: string): string {
	const { mode, value } = asLocator(given);
	if (mode !== 'list' || !isBlank(value)) return validKey(value, field);
	throw new InputError(field, 'it is empty', 'Choose one from the list');
}
