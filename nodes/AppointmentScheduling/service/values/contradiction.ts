import { asWritten, offsetIn } from './dates';

/** Enough to see it: a service writes all starts alike. */
const MOST_READ = 100;

/**
 * The service writes a start with another offset than the zone has at that moment, so one of them is
 * wrong. UTC says nothing, because many services write it whatever the zone of the account is.
 * @returns what is wrong, with both offsets; undefined if nothing is
 */
export function contradictionOf(start: unknown, zone: string): string | undefined {
	const offset = writtenOffset(start);
	const there = asWritten(String(start)).setZone(zone);
	if (offset === undefined || offset === there.offset) return undefined;
	return `the service writes the start ${String(start)}, but ${zone} is at UTC${there.toFormat('ZZ')} then`;
}

/** In minutes. Undefined in UTC, or if there is none. */
export function writtenOffset(start: unknown): number | undefined {
	if (offsetIn(start) === undefined) return undefined;
	const { isValid, offset } = asWritten(String(start));
	return isValid && offset !== 0 ? offset : undefined;
}

/** The first contradiction among these starts, as a sentence that says what to do. */
export function contradictionIn(starts: unknown[], zone: string): string | undefined {
	for (const start of starts.slice(0, MOST_READ)) {
		const found = contradictionOf(start, zone);
		if (found !== undefined) {
			return `${found.replace('the', 'The')}. Times may be hours off: correct 'Service Timezone' in the credential.`;
		}
	}
	return undefined;
}
