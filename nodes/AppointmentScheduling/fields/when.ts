import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/core/errors';
import { isBlank } from '../service/values/bodies';
import { dayOf } from '../service/values/dates';
import { namesOf, oneOf } from './values';

type Days = [first: string, last: string];

/** Today, and the days that were entered. */
interface Known {
	today: DateTime;
	entered(name: string, field: string): string;
}

type Choice = [name: string, days: (known: Known) => Days | undefined];

const nearby =
	(first: number, last: number) =>
	({ today }: Known) =>
		from(today, first, last);
const week =
	(weeks: number) =>
	({ today }: Known) =>
		from(today.startOf('week'), weeks * 7, weeks * 7 + 6);

const CHOICES = {
	anyTime: ['Any Time', () => undefined],
	today: ['Today', nearby(0, 0)],
	tomorrow: ['Tomorrow', nearby(1, 1)],
	yesterday: ['Yesterday', nearby(-1, -1)],
	thisWeek: ['This Week', week(0)],
	nextWeek: ['Next Week', week(1)],
	next7Days: ['Next 7 Days', nearby(0, 6)],
	next30Days: ['Next 30 Days', nearby(0, 29)],
	past7Days: ['Past 7 Days', nearby(-6, 0)],
	onDate: ['On Date', ({ entered }) => [entered('day', 'Day'), entered('day', 'Day')]],
	between: ['Between', ({ entered }) => inOrder(entered('from', 'From'), entered('to', 'To'))],
} satisfies Record<string, Choice>;

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
	if (parameters.isTool) return agreedDays(parameters, offer, zone);
	return daysOf(oneOf(offer.choices, parameters.get('when'), 'When'), parameters, zone);
}

function daysOf(when: When, { get }: Parameters, zone: () => string): Days | undefined {
	const [, days]: Choice = CHOICES[when];
	return days({
		get today() {
			return DateTime.now().setZone(zone());
		},
		entered: (name, field) => dayOf(get(name), zone(), field),
	});
}

const from = (day: DateTime, first: number, last: number): Days => {
	const inDays = (days: number) => day.plus({ days }).toFormat('yyyy-MM-dd');
	return [inDays(first), inDays(last)];
};

function inOrder(first: string, last: string): Days {
	if (first <= last) return [first, last];
	throw new InputError('To', `${last} is before 'From', ${first}`, 'Enter the same or a later day');
}

/** Models fill every field. What is blank is not given, and the narrowest span decides. */
function agreedDays(
	parameters: Parameters,
	{ choices, unset }: Offer,
	zone: () => string,
): Days | undefined {
	const isGiven = (name: string) => !isBlank(parameters.get(name));
	const when = isGiven('when') ? oneOf(choices, parameters.get('when'), 'When') : undefined;
	const given: When[] = [];
	if (when !== undefined && when !== 'onDate' && when !== 'between') given.push(when);
	if (isGiven('day')) given.push('onDate');
	if (isGiven('from') || isGiven('to')) given.push('between');
	if (given.length === 0) given.push(when ?? unset);
	const spans = given.flatMap((choice) => {
		const span = daysOf(choice, parameters, zone);
		return span === undefined ? [] : [span];
	});
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
