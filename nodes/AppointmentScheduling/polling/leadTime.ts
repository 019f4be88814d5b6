import { namesOf, oneOf, wholeNumber } from '../fields/values';
import { InputError } from '../service/errors';

const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
const LONGEST_DAYS = 3_650;

/** ms before the start of an appointment. @throws InputError */
export function leadTimeMs(leadTime: unknown, unit: unknown): number {
	const chosen = oneOf(namesOf(UNITS), unit, 'Lead Time Unit');
	const lead = wholeNumber(leadTime, 'Lead Time', 1) * UNITS[chosen];
	if (lead > LONGEST_DAYS * UNITS.days) {
		throw new InputError(
			'Lead Time',
			`${String(leadTime)} ${chosen} is longer than ten years`,
			'Enter a shorter one',
		);
	}
	return lead;
}
