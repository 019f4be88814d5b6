import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { dayOf } from '../service/values/dates';
import { namesOf, oneOf } from './values';

/** The days are counted from today. */
type Choice = [name: string, firstDay?: number, lastDay?: number];

const CHOICES = {
	anyTime: ['Any Time'],
	today: ['Today', 0, 0],
	tomorrow: ['Tomorrow', 1, 1],
	next7Days: ['Next 7 Days', 0, 6],
	next30Days: ['Next 30 Days', 0, 29],
	past7Days: ['Past 7 Days', -6, 0],
	onDate: ['On Date'],
	between: ['Between'],
} satisfies Record<string, Choice>;

export type When = keyof typeof CHOICES;

export const ANY_DAYS = namesOf(CHOICES);
/** Nobody can book without an end, or in the past. */
export const COMING_DAYS = ANY_DAYS.filter((when) => when !== 'anyTime' && when !== 'past7Days');

export function whenProperties(
	offered: When[],
	chosen: When,
	description: string,
): INodeProperties[] {
	const day = (displayName: string, name: string, when: When, what: string): INodeProperties => ({
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		displayOptions: { show: { when: [when] } },
		description: `${what}, e.g. 2026-12-01. Only if 'When' is ${CHOICES[when][0]} (${when}).`,
	});
	return [
		{
			displayName: 'When',
			name: 'when',
			type: 'options',
			options: offered.map((value) => ({ name: CHOICES[value][0], value })),
			default: chosen,
			description: `${description}, in the time zone of the service. Next and past days include today. In an expression, one of: ${offered.join(', ')}.`,
		},
		day('Day', 'day', 'onDate', 'The day'),
		day('From', 'from', 'between', 'The first day'),
		day('To', 'to', 'between', 'The last day, which is included'),
	];
}

/** YYYY-MM-DD in the zone of the service. Undefined for any time. @throws InputError */
export function chosenDays(
	parameters: { get(name: string): unknown },
	offered: When[],
	zone: () => string,
): [first: string, last: string] | undefined {
	const when = oneOf(offered, parameters.get('when'), 'When');
	if (when === 'anyTime') return undefined;
	const [, firstDay, lastDay]: Choice = CHOICES[when];
	if (firstDay !== undefined && lastDay !== undefined) {
		const today = DateTime.now().setZone(zone());
		const day = (days: number) => today.plus({ days }).toFormat('yyyy-MM-dd');
		return [day(firstDay), day(lastDay)];
	}
	const day = (name: string, field: string) => dayOf(parameters.get(name), zone(), field);
	if (when === 'onDate') {
		const chosen = day('day', 'Day');
		return [chosen, chosen];
	}
	const [first, last] = [day('from', 'From'), day('to', 'To')];
	if (first <= last) return [first, last];
	throw new InputError('To', `${last} is before 'From', ${first}`, 'Enter the same or a later day');
}
