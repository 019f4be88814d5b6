import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../service/errors';
import { MINUTE_MS, momentIn } from '../../../service/values/dates';
import { textList } from '../../../service/values/keys';
import { readableStart } from '../../../service/values/starts';
import type { ItemParameters } from '../../itemParameters';
import { CLOSES, OPENS, WEEKDAYS } from './options';

const MIDNIGHT = 24 * 60;

/** Whether an offered time is shown. Undefined if no option hides any. @throws InputError */
export function shownIn(
	parameters: ItemParameters,
	zone: string,
): ((time: IDataObject) => boolean) | undefined {
	const options = parameters.collection('options');
	if (!['opens', 'closes', 'weekdays'].some((name) => name in options)) return undefined;
	const opens = 'opens' in options ? minuteOf(options.opens, OPENS) : 0;
	// 00:00 is the end of the day, as 24:00 is. Without it, a time may end on the next day.
	const closes = 'closes' in options ? minuteOf(options.closes, CLOSES) || MIDNIGHT : undefined;
	if (closes !== undefined && closes <= opens) {
		const problem = `it is not later than '${OPENS}'`;
		throw new InputError(CLOSES, problem, 'Enter a later time of the same day');
	}
	const days = 'weekdays' in options ? chosenWeekdays(options.weekdays) : undefined;
	return ({ start_date, end_date }) => {
		const start = momentIn(start_date, zone);
		if (!start) return false;
		const end = momentIn(end_date, zone) ?? start;
		const from = readableStart(start, zone);
		const minute = minuteOf(from.time, OPENS);
		const last = minute + (end.ms - start.ms) / MINUTE_MS;
		const isDay = !days || days.includes(new Date(from.date).getUTCDay() || 7);
		return isDay && minute >= opens && (closes === undefined || last <= closes);
	};
}

function chosenWeekdays(value: unknown): number[] {
	const days = textList(value).map(Number);
	if (days.length > 0 && days.every((day) => [1, 2, 3, 4, 5, 6, 7].includes(day))) return days;
	const problem =
		days.length === 0 ? 'no day was chosen' : `"${String(value)}" are not days of the week`;
	throw new InputError(WEEKDAYS, problem, 'Choose at least one day, from 1 (Monday) to 7');
}

/** Minutes after midnight. @throws InputError */
function minuteOf(value: unknown, field: string): number {
	const [, hours, rest] = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(String(value).trim()) ?? [];
	const minute = Number(hours) * 60 + Number(rest);
	if (minute <= MIDNIGHT) return minute;
	throw new InputError(field, `"${String(value)}" is not a time of day`, 'Enter it as HH:mm');
}
