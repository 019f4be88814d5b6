import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/core/errors';
import { isBlank } from '../service/values/bodies';
import { dayOf } from '../service/values/dates';
import { namesOf, oneOf } from './values';

type Days = [first: string, last: string];

/** With first and last day, counted from today or from the Monday of this week. */
const CHOICES = {
	anyTime: ['Any Time'],
	today: ['Today', 0, 0],
	tomorrow: ['Tomorrow', 1, 1],
	yesterday: ['Yesterday', -1, -1],
	thisWeek: ['This Week', 0, 6, 'week'],
	nextWeek: ['Next Week', 7, 13, 'week'],
	next7Days: ['Next 7 Days', 0, 6],
	next30Days: ['Next 30 Days', 0, 29],
	past7Days: ['Past 7 Days', -6, 0],
	onDate: ['On Date'],
	between: ['Between'],
} satisfies Record<string, [name: string, first?: number, last?: number, from?: 'week']>;

export type When = keyof typeof CHOICES;

/** What a field offers, and what it has if nothing is chosen. */
export interface Offer {
	choices: When[];
	unset: When;
}

export const ANY_DAYS: Offer = { choices: namesOf(CHOICES), unset: 'anyTime' };
/** Nobody can book without an end, or in the past. */
export const COMING_DAYS: Offer = {
	choices: namesOf(CHOICES).filter((when) => !/^(anyTime|yesterday|past7Days)$/.test(when)),
	unset: 'next7Days',
};

export function whenProperties({ choices, unset }: Offer, description: string): INodeProperties[] {
	const day = (displayName: string, name: string, when: When, what: string): INodeProperties => ({
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		displayOptions: { show: { when: [when] } },
		description: `${what}, e.g. 2026-12-01`,
	});
	return [
		{
			displayName: 'When',
			name: 'when',
			type: 'options',
			options: choices.map((value) => ({ name: CHOICES[value][0], value })),
			default: unset,
			description: `${description}, in the time zone of the service, in order of start. Next and past days include today, weeks begin on Monday. In an expression, one of: ${choices.join(', ')}.`,
			builderHint: {
				propertyHint:
					'Choose the days here instead of computing dates in expressions. For one day use onDate with day, for several use between with from and to, as YYYY-MM-DD. Do not combine it with the filters startDate, endDate and onDate.',
			},
		},
		day('Day', 'day', 'onDate', 'The day'),
		day('From', 'from', 'between', 'The first day'),
		day('To', 'to', 'between', 'The last day, which is included'),
	];
}

interface Parameters {
	get(name: string): unknown;
	isTool: boolean;
}

/** YYYY-MM-DD in the zone of the service. Undefined for any time. @throws InputError */
export function chosenDays(
	parameters: Parameters,
	offer: Offer,
	zone: () => string,
): Days | undefined {
	const when = () => oneOf(offer.choices, parameters.get('when'), 'When');
	if (!parameters.isTool) return daysOf(when(), parameters, zone);
	// Models fill every field. What is blank is not given, and the narrowest span decides.
	const isGiven = (name: string) => !isBlank(parameters.get(name));
	const chosen = isGiven('when') ? when() : undefined;
	const given: When[] = [];
	if (chosen !== undefined && chosen !== 'onDate' && chosen !== 'between') given.push(chosen);
	if (isGiven('day')) given.push('onDate');
	if (isGiven('from') || isGiven('to')) given.push('between');
	if (given.length === 0) given.push(chosen ?? offer.unset);
	const found = given.map((choice) => daysOf(choice, parameters, zone));
	const spans = found.filter((days) => days !== undefined);
	const narrowest = spans.find(([first, last]) =>
		spans.every(([from, to]) => from <= first && last <= to),
	);
	if (narrowest !== undefined || spans.length === 0) return narrowest;
	throw new InputError(
		'When',
		`these days exclude each other: ${spans.map((span) => span.join(' to ')).join(', and ')}`,
		"Give only one of 'When', 'Day', and 'From' with 'To'",
	);
}

function daysOf(when: When, { get }: Parameters, zone: () => string): Days | undefined {
	const entered = (name: string, field: string) => dayOf(get(name), zone(), field);
	if (when === 'onDate') return [entered('day', 'Day'), entered('day', 'Day')];
	if (when === 'between') return orderedDays(entered('from', 'From'), entered('to', 'To'));
	const [, first, last, week] = CHOICES[when];
	if (first === undefined || last === undefined) return undefined;
	const today = DateTime.now().setZone(zone());
	const start = week ? today.startOf('week') : today;
	const day = (days: number) => start.plus({ days }).toFormat('yyyy-MM-dd');
	return [day(first), day(last)];
}

function orderedDays(first: string, last: string): Days {
	if (first <= last) return [first, last];
	throw new InputError('To', `${last} is before 'From', ${first}`, 'Enter the same or a later day');
}
