import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { namesOf, oneOf } from '../../parameters/values';
import { InputError, withModelAdvice } from '../../service/errors';
import { dayOf } from '../../service/values/entered';
import type { Call, Operation } from '../operation';
import { optionalByModel } from '../tool';

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

type When = keyof typeof CHOICES;

/** YYYY-MM-DD, both included. */
export type Days = [first: string, last: string];

export const ANY_DAYS = namesOf(CHOICES);
/** Nobody can book without an end, or in the past. */
export const COMING_DAYS = ANY_DAYS.filter((when) => !/^(anyTime|yesterday|past7Days)$/.test(when));

/** If nothing is chosen. */
const unsetOf = (choices: When[]): When => (choices === ANY_DAYS ? 'anyTime' : 'next7Days');

/** For a model. */
const WRITE_DAYS = 'Write days as 2026-12-01';
const BOTH_DAYS = `Give both From and To, or none of them. ${WRITE_DAYS}`;

const isSpan = (when: When) => when !== 'onDate' && when !== 'between';

/** What a model gives, what a person enters, and for which choice it is shown. */
const DAYS = {
	day: ['Day', 'onDate', 'The day', 'One day, e.g. 2026-12-01'],
	from: [
		'From',
		'between',
		'The first day',
		'First of several days, e.g. 2026-12-01. Only together with To',
	],
	to: ['To', 'between', 'The last day, which is included', 'Last of these days, e.g. 2026-12-05'],
} as const;

export function daysProperties(choices: When[], description: string): INodeProperties[] {
	const when: INodeProperties = {
		displayName: 'When',
		name: 'when',
		type: 'options',
		options: choices.map((value) => ({ name: CHOICES[value][0], value })),
		default: unsetOf(choices),
		description: `${description}, in the time zone of the account, in order of start. Next and past days include today, weeks begin on Monday. In an expression, one of: ${choices.join(', ')}.`,
		builderHint: {
			propertyHint:
				'Choose the days here instead of computing dates in expressions. For one day use onDate with day, for several use between with from and to, as YYYY-MM-DD. Do not combine it with the filters startDate and endDate.',
		},
	};
	const days = namesOf(DAYS).map((name): INodeProperties => {
		const [displayName, shownFor, what] = DAYS[name];
		return {
			displayName,
			name,
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			displayOptions: { show: { when: [shownFor] } },
			description: `${what}, e.g. 2026-12-01`,
		};
	});
	return [when, ...days];
}

/** The model fills the days. As long as it fills 'When', all of them are shown. */
export function daysInTool(choices: When[]): NonNullable<Operation['toolDefaults']> {
	const spans = choices.filter(isSpan).join(', ');
	const source = `One of ${spans}. Leave it empty if you give Day, or From and To`;
	const days = namesOf(DAYS).map((name) => {
		const [displayName, shownFor, , ofModel] = DAYS[name];
		const hide = { when: choices.filter((choice) => choice !== shownFor) };
		return [name, { default: optionalByModel(displayName, ofModel), displayOptions: { hide } }];
	});
	return { when: { default: optionalByModel('When', source) }, ...Object.fromEntries(days) };
}

/** YYYY-MM-DD in the zone of the account. Undefined for any time. @throws InputError */
export function chosenDays(call: Call, choices: When[]): Days | undefined {
	const found = givenChoices(call, choices).map((when) => daysOf(when, call));
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

/** Models fill every field. What is blank is not given. */
function givenChoices({ parameters }: Call, choices: When[]): When[] {
	const chosen = () => oneOf(choices, parameters.get('when'), 'When');
	if (!parameters.isTool) return [chosen()];
	const when = parameters.isGiven('when') ? chosen() : undefined;
	const given: When[] = [];
	if (when !== undefined && isSpan(when)) given.push(when);
	if (parameters.isGiven('day')) given.push('onDate');
	if (parameters.isGiven('from') || parameters.isGiven('to')) given.push('between');
	return given.length > 0 ? given : [when ?? unsetOf(choices)];
}

function daysOf(when: When, { parameters, zone }: Call): Days | undefined {
	const entered = (name: keyof typeof DAYS, modelAdvice: string) => {
		const own = zone();
		return withModelAdvice(modelAdvice, () => dayOf(parameters.get(name), own, DAYS[name][0]));
	};
	if (when === 'onDate') {
		const day = entered('day', WRITE_DAYS);
		return [day, day];
	}
	if (when === 'between') {
		const [from, to] = [entered('from', BOTH_DAYS), entered('to', BOTH_DAYS)];
		if (from <= to) return [from, to];
		throw new InputError('To', `${to} is before 'From', ${from}`, 'Enter the same or a later day');
	}
	const [, first, last, week] = CHOICES[when];
	if (first === undefined || last === undefined) return undefined;
	const today = DateTime.now().setZone(zone());
	const start = week ? today.startOf('week') : today;
	const day = (days: number) => start.plus({ days }).toFormat('yyyy-MM-dd');
	return [day(first), day(last)];
}
