import { optionalNumber, wholeNumber } from '../parameters/values';
import { InputError } from '../service/core/errors';
import { isObject } from '../service/values/bodies';
import { textList } from '../service/values/keys';
import { WEEKDAYS } from '../service/values/starts';
import type { Hours } from './openTimes';
import { DURATION, EVERY, NOTICE } from './properties';

/** The parameters of one item. */
interface Parameters {
	get(name: string): unknown;
	option(name: string): unknown;
}

const MIDNIGHT = 24 * 60;

/** @throws InputError */
export function chosenHours(parameters: Parameters): Omit<Hours, 'zone' | 'from' | 'to'> {
	const [open, close] = [parameters.get('opens'), parameters.get('closes')];
	const { from: opens, to: closes } = timesOf(open, close, 'Opens', 'Closes');
	const duration = wholeNumber(parameters.get('duration'), DURATION, 1);
	if (duration > closes - opens) {
		throw new InputError(
			DURATION,
			`${duration} minutes do not fit between 'Opens' and 'Closes'`,
			'Enter a shorter duration, or longer opening hours',
		);
	}
	const option = (name: string, field: string, least: number) =>
		optionalNumber(parameters.option(name), field, least);
	return {
		opens,
		closes,
		duration,
		breaks: chosenBreaks(parameters.option('breaks')),
		weekdays: chosenWeekdays(parameters.get('weekdays')),
		every: option('every', EVERY, 1) ?? duration,
		notice: option('notice', NOTICE, 0) ?? 0,
	};
}

function chosenBreaks(value: unknown): Hours['breaks'] {
	if (value === undefined) return [];
	// The editor drops the option until it has a row.
	const rows = isObject(value) && Array.isArray(value.break) ? value.break.filter(isObject) : [];
	if (rows.length > 0) return rows.map(({ from, to }) => timesOf(from, to, 'Breaks'));
	throw new InputError('Breaks', 'no break was entered', "Click 'Add Break', or remove the option");
}

function chosenWeekdays(value: unknown): number[] {
	const days = textList(value).map(Number);
	if (days.length > 0 && days.every((day) => WEEKDAYS[day - 1] !== undefined)) return days;
	const problem =
		days.length === 0 ? 'no day was chosen' : `"${String(value)}" are not days of the week`;
	throw new InputError('Weekdays', problem, 'Choose at least one day, from 1 (Monday) to 7');
}

/** Two times on the same day. @throws InputError */
function timesOf(start: unknown, end: unknown, field: string, endField = field) {
	const from = minuteOf(start, field);
	const to = minuteOf(end, endField) || MIDNIGHT;
	if (to > from) return { from, to };
	throw new InputError(
		endField,
		'the end must be later than the start, on the same day',
		'For hours past midnight, use a second node',
	);
}

/** Minutes after midnight. 24:00 is the end of the day. @throws InputError */
function minuteOf(value: unknown, field: string): number {
	const [, hours, rest] = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(String(value).trim()) ?? [];
	const minute = Number(hours) * 60 + Number(rest);
	if (minute <= MIDNIGHT) return minute;
	throw new InputError(field, `"${String(value)}" is not a time of day`, 'Enter it as HH:mm');
}
