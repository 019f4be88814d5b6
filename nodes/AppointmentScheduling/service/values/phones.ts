/** With fewer, it is no number that tells clients apart. */
export const FEWEST_DIGITS = 8;

/** Undefined, objects and lists have none. */
export const digitsIn = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\D/g, '') : '';

/** Of a number with country code and the digit that marks a mobile phone. */
const WITH_MOBILE_DIGIT = 13;
/** Country code, that digit, and where it stands: some write it and some do not. */
const MOBILE_DIGITS = [
	['55', '9', 4],
	['52', '1', 2],
	['54', '9', 2],
] as const;
const BRAZIL = '55';
/** Area code and number, without the country code. */
const NATIONAL_LENGTHS = [10, 11];

/** Whether two numbers are the same, however they are written. */
export function isSamePhone(one: string, other: string): boolean {
	const [a, b] = [digitsIn(one), digitsIn(other)];
	if (Math.min(a.length, b.length) < FEWEST_DIGITS) return false;
	return (
		withoutMobileDigit(a) === withoutMobileDigit(b) || isNationalOf(a, b) || isNationalOf(b, a)
	);
}

const isNationalOf = (short: string, long: string): boolean =>
	NATIONAL_LENGTHS.includes(short.length) &&
	withoutMobileDigit(BRAZIL + short) === withoutMobileDigit(long);

function withoutMobileDigit(digits: string): string {
	const rule = MOBILE_DIGITS.find(
		([country, digit, at]) => digits.startsWith(country) && digits.charAt(at) === digit,
	);
	if (!rule || digits.length !== WITH_MOBILE_DIGIT) return digits;
	const [, , at] = rule;
	return digits.slice(0, at) + digits.slice(at + 1);
}
