import { instantOf, offsetAt, offsetIn, shownOffset } from './dates';

/** Enough to see it: a service writes all starts alike. */
const MOST_READ = 100;

/** In ms. Undefined in UTC, which many services write whatever the zone of the account is. */
export const writtenOffset = (start: unknown): number | undefined => offsetIn(start) || undefined;

/**
 * The service writes a start with another offset than the zone has at that moment, so one of them is
 * wrong.
 * @returns what is wrong, with both offsets; undefined if nothing is
 */
export function contradictionOf(start: unknown, zone: string): string | undefined {
	const written = writtenOffset(start);
	const offset = offsetAt(instantOf(start) ?? 0, zone);
	if (written === undefined || written === offset) return undefined;
	return `the service writes the start ${String(start)}, but ${zone} is at UTC${shownOffset(offset)} then`;
}

/** The first contradiction among these starts, as a sentence that says what to do. */
export function contradictionIn(starts: unknown[], zone: string): string | undefined {
	const found = starts.slice(0, MOST_READ).flatMap((start) => contradictionOf(start, zone) ?? []);
	const [first] = found;
	return (
		first &&
		`${first.replace('the', 'The')}. Times may be hours off: correct 'Service Timezone' in the credential.`
	);
}
