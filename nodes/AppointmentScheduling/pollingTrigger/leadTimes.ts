import { namesOf, oneOf, wholeNumber } from '../fields/values';
import { InputError } from '../service/errors';
import { isObject } from '../service/values/bodies';

const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
const LONGEST_DAYS = 3_650;

/** How long before its start an appointment is announced. */
export interface LeadTime {
	value: number;
	unit: keyof typeof UNITS;
	ms: number;
}

/** A lead time as an item contains it. */
export const shownLeadTime = ({ value, unit }: LeadTime) => ({ value, unit });

/**
 * Every lead time once, in the order of the parameters.
 * @param more the fixed collection 'More Lead Times'
 * @throws InputError
 */
export function readLeadTimes(value: unknown, unit: unknown, more: unknown): LeadTime[] {
	const rows = isObject(more) ? Object.values(more).flat() : [];
	const leadTimes = [{ leadTime: value, leadTimeUnit: unit }, ...rows.filter(isObject)].map(
		({ leadTime, leadTimeUnit }) => readLeadTime(leadTime, leadTimeUnit),
	);
	return leadTimes.filter(
		({ ms }, index) => leadTimes.findIndex((other) => other.ms === ms) === index,
	);
}

function readLeadTime(leadTime: unknown, leadTimeUnit: unknown): LeadTime {
	const unit = oneOf(namesOf(UNITS), leadTimeUnit, 'Lead Time Unit');
	const value = wholeNumber(leadTime, 'Lead Time', 1);
	const ms = value * UNITS[unit];
	if (ms > LONGEST_DAYS * UNITS.days) {
		throw new InputError(
			'Lead Time',
			`${value} ${unit} is more than ten years`,
			'Enter a shorter lead time',
		);
	}
	return { value, unit, ms };
}
