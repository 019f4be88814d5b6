import { IANAZone } from 'luxon';

import { InputError } from '../core/errors';

/** Zones that never change their clocks, whose names mislead: Etc/GMT+5 is behind UTC. */
const FIXED = /^(Etc\/GMT[+-]?\d|SystemV\/)/i;

/** What people mean by a name that is none. Intl takes BST for a zone of Bangladesh. */
const LIKELY: Record<string, string> = {
	...{ AEST: 'Australia/Sydney', AST: 'America/Halifax', BST: 'Europe/London' },
	...{ CDT: 'America/Chicago', CEST: 'Europe/Madrid or Europe/Berlin' },
	...{ CET: 'Europe/Madrid or Europe/Berlin', CST: 'America/Chicago or Asia/Shanghai' },
	...{ EDT: 'America/New_York', EEST: 'Europe/Athens', EST: 'America/New_York' },
	...{ GMT: 'Europe/London', IST: 'Asia/Kolkata or Europe/Dublin', MDT: 'America/Denver' },
	...{ MST: 'America/Denver or America/Phoenix', PDT: 'America/Los_Angeles' },
};

/**
 * Abbreviations are refused: they name several zones, and most of them no daylight saving time.
 * @throws InputError unless it is an IANA name with a slash, in any case, or UTC
 */
export function validZone(value: unknown, field: string, advice: string): string {
	const zone = typeof value === 'string' ? value.trim() : '';
	const isName = (zone.includes('/') && !FIXED.test(zone)) || /^utc$/i.test(zone);
	if (isName && IANAZone.isValidZone(zone)) return zone;
	const likely = likelyZones(zone);
	const question = likely === undefined ? '' : ` (did you mean ${likely}?)`;
	throw new InputError(field, `"${zone.slice(0, 60)}" is not a time zone${question}`, advice);
}

/** For an abbreviation, a city, a country or an old name. */
function likelyZones(name: string): string | undefined {
	const abbreviation = name.toUpperCase();
	if (Object.hasOwn(LIKELY, abbreviation)) return LIKELY[abbreviation];
	const city = `/${name.toLowerCase().replace(/ /g, '_')}`;
	const found = Intl.supportedValuesOf('timeZone').find((zone) =>
		zone.toLowerCase().endsWith(city),
	);
	if (found !== undefined || !IANAZone.isValidZone(name)) return found;
	const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
	return timeZone.includes('/') && !FIXED.test(timeZone) ? timeZone : undefined;
}
