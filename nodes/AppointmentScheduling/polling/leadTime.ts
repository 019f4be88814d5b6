import { wholeNumber } from '../fields/values';
import { InputError } from '../service/failures';

const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
const LONGEST_DAYS = 3_650;

const isUnit = (value: unknown): value is keyof typeof UNITS =>
	typeof value === 'string' && Object.hasOwn(UNITS, value);

/** ms before the start of an appointment. @throws InputError */
export function leadTimeMs(leadTime: unknown, unit: unknown): number {
	if (!isUnit(unit)) {
		throw new InputError(
			'Lead Time Unit',
			`"${String(unit)}" is not known`,
			'Choose it from the list',
		);
	}
	const lead = wholeNumber(leadTime, 'Lead Time', 1) * UNITS[unit];
	if (lead > LONGEST_DAYS * UNITS.days) {
		throw new InputError(
			'Lead Time',
			`${String(leadTime)} ${unit} is longer than ten years`,
			'Enter a shorter one',
		);
	}
	return lead;
}
