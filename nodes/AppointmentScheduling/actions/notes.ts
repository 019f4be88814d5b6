import { DateTime } from 'luxon';

import type { AppointmentFilters } from '../service/vocabulary';
import type { Call } from './operation';

/**
 * A model takes what it gets for what it asked for, and knows neither the moment nor the zone.
 * @param asked notes besides the days
 */
export function noteList(call: Call, filters: AppointmentFilters, asked: string[]): void {
	for (const text of [`Asked for starts ${spanIn(filters)}`, ...asked]) call.note(text);
	call.note(`It is now ${presentMoment(call)}`);
}

const spanIn = ({ start_date: from, end_date: to }: AppointmentFilters): string =>
	[from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ') || 'at any time';

/** Each filter as it was understood, also those that a model left blank. */
export function askedIn(
	{ parameters }: Call,
	{ name, ...filters }: AppointmentFilters,
	statuses: string[],
): string[] {
	const given = parameters.collection('filters');
	const blank = parameters
		.filledByModel('filters')
		.filter((field) => field !== 'name' && !(field in given));
	const others = Object.entries(filters).filter(([query]) => !/^(?:start|end)_date$/.test(query));
	return [
		`client: ${name ?? 'none given'}`,
		...blank.map((field) => `${wordsOf(field)}: none given`),
		...(statuses.length > 0 ? [`status: ${statuses.join(' or ')}`] : []),
		...others.map(([query, value]) => `${query.replaceAll('_', ' ')}: ${String(value)}`),
	];
}

const wordsOf = (field: string): string =>
	field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export function presentMoment({ zoneIfSet }: Call): string {
	const zone = zoneIfSet() ?? 'UTC';
	const now = DateTime.now().setZone(zone).setLocale('en');
	return `${now.toFormat("cccc yyyy-MM-dd'T'HH:mm:ssZZ")} in ${zone}`;
}
