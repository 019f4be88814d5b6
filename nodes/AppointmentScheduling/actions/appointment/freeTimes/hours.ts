import type { IDataObject } from 'n8n-workflow';

import { filled } from '../../../parameters/values';
import { InputError } from '../../../service/errors';
import { MINUTE_MS, momentIn } from '../../../service/values/dates';
import { textList } from '../../../service/values/keys';
import { readableStart } from '../../../service/values/starts';
import { CLOSES, OPENS, WEEKDAYS } from './options';

const MIDNIGHT = 24 * 60;

/** Whether an offered time is shown. @throws InputError */
export function shownHours(options: IDataObject, zone: string): (time: IDataObject) => boolean {
	if (!('opens' in options || 'closes' in options)) return () => true;
	const opens = 'opens' in options ? minuteOf(options.opens, OPENS) : 0;
	// 00:00 is the end of the day, as 24:00 is. Without it, a time may end on the next day.
	const closes = 'closes' in options ? minuteOf(options.closes, CLOSES) || MIDNIGHT : undefined;
	if (closes !== undefined && closes <= opens) {
		const problem = `it is not later than '${OPENS}'`;
		throw new InputError(CLOSES, problem, 'Enter a later time of the same day');
	}
	return ({ start_date, end_date }) => {
		const start = momentIn(start_date, zone);
		if (!start) return false;
		const end = momentIn(end_date, zone) ?? start;
		const minute = minuteOf(readableStart(start, zone).time, OPENS);
		const last = minute + (end.ms - start.ms) / MINUTE_MS;
		return minute >= opens && (closes === undefined || last <= closes);
	};
}

/** Whether a day, YYYY-MM-DD, is one of the chosen weekdays. @throws InputError */
export function shownDays(options: IDataObject): (day: string) => boolean {
	if (!('weekdays' in options)) return () => true;
	const days = chosenWeekdays(options.weekdays);
	return (day) => days.includes(new Date(day).getUTCDay() || 7);
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
	const advice = 'Enter it as HH:mm';
	const given = String(filled(value, field, advice));
	const [, hours, rest] = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(given.trim()) ?? [];
	const minute = Number(hours) * 60 + Number(rest);
	if (minute <= MIDNIGHT) return minute;
	throw new InputError(field, `"${given}" is not a time of day`, advice);
}
