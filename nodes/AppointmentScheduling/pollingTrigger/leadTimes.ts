import { namesOf, oneOf, wholeNumber } from '../fields/values';
import { InputError } from '../service/errors';
import { isObject } from '../service/values/bodies';

const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
const LONGEST_MS = 3_650 * UNITS.days;

/** How long before its start an appointment is announced. */
export interface LeadTime {
	/** As an item contains it. */
	shown: { value: number; unit: keyof typeof UNITS };
	ms: number;
}

/**
 * Every lead time once, in the order of the parameters.
 * @param more the fixed collection 'More Lead Times'
 * @throws InputError
 */
export function readLeadTimes(leadTime: unknown, leadTimeUnit: unknown, more: unknown): LeadTime[] {
	const rows = isObject(more) ? Object.values(more).flat().filter(isObject) : [];
	const leadTimes = [{ leadTime, leadTimeUnit }, ...rows].map((row): LeadTime => {
		const unit = oneOf(namesOf(UNITS), row.leadTimeUnit, 'Lead Time Unit');
		const value = wholeNumber(row.leadTime, 'Lead Time', 1);
		const ms = value * UNITS[unit];
		if (ms <= LONGEST_MS) return { shown: { value, unit }, ms };
		const problem = `${value} ${unit} is more than ten years`;
		throw new InputError('Lead Time', problem, 'Enter a shorter lead time');
	});
	const first = (ms: number) => leadTimes.findIndex((leadTime) => leadTime.ms === ms);
	return leadTimes.filter(({ ms }, index) => first(ms) === index);
}
