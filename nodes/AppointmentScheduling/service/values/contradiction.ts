import { asWritten, offsetIn } from './dates';

/**
 * The service writes a start with another offset than the zone has at that moment, so one of them is
 * wrong. UTC says nothing, because many services write it whatever the zone of the account is.
 * @returns what is wrong, with both offsets; undefined if nothing is
 */
export function contradictionOf(start: unknown, zone: string): string | undefined {
	if (offsetIn(start) === undefined) return undefined;
	const written = asWritten(String(start));
	const there = written.setZone(zone);
	if (!written.isValid || written.offset === 0 || written.offset === there.offset) return undefined;
	return `the service writes the start ${String(start)}, but ${zone} is at UTC${there.toFormat('ZZ')} then`;
}

/** The first contradiction among these starts, as a sentence that says what to do. */
export function contradictionIn(starts: unknown[], zone: string): string | undefined {
	for (const start of starts) {
		const found = contradictionOf(start, zone);
		if (found !== undefined) {
			return `${found.replace('the', 'The')}. Times may be hours off: correct 'Service Timezone' in the credential.`;
		}
	}
	return undefined;
}
