import { IANAZone } from 'luxon';

import { InputError } from '../errors';
import { folded } from './texts';

/** Zones that never change their clocks, whose names mislead: Etc/GMT+5 is behind UTC. */
const FIXED = /^(Etc\/GMT[+-]?\d|SystemV\/)/i;

/** The newest name that was looked up, because that is slow and each item has the same. */
let latest = { name: '', isZone: false };

export function isZone(name: string): boolean {
	if (name !== latest.name) latest = { name, isZone: IANAZone.isValidZone(name) };
	return latest.isZone;
}

/**
 * Abbreviations are refused: they name several zones, and most of them no daylight saving time.
 * @throws InputError unless it is an IANA name with a slash, in any case, or UTC
 */
export function validZone(value: unknown, field: string, advice: string): string {
	const zone = typeof value === 'string' ? value.trim() : '';
	const isName = (zone.includes('/') && !FIXED.test(zone)) || /^utc$/i.test(zone);
	if (isName && isZone(zone)) return zone;
	const likely = zoneOfCity(zone);
	const question = likely === undefined ? '' : ` (did you mean ${likely}?)`;
	throw new InputError(field, `"${zone.slice(0, 60)}" is not a time zone${question}`, advice);
}

/** As people write it: São Paulo. */
function zoneOfCity(name: string): string | undefined {
	const city = `/${folded(name).replaceAll(' ', '_')}`;
	return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(city));
}
