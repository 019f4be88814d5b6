import { accountZone } from '../service/http/authorization';
import type { ServiceClient } from '../service/http/client';
import { isBlank } from '../service/values/bodies';
import { offsetsAt, validZone } from '../service/values/dates';

/** The time zone in which dates without an offset are read, and where it was set. */
export interface Zone {
	name: string;
	chosenIn: 'option' | 'credential' | 'workflow';
}

/**
 * The node's option, otherwise 'Service Timezone' of the credential, otherwise the workflow's zone.
 * @throws InputError naming the field, if it is not a time zone
 */
export function zoneOf(
	context: { getTimezone(): string },
	{ settings: { timezone } }: ServiceClient,
	option?: unknown,
): Zone {
	if (!isBlank(option)) return { name: validZone(option), chosenIn: 'option' };
	const ofAccount = accountZone(timezone);
	if (ofAccount !== undefined) return { name: ofAccount, chosenIn: 'credential' };
	return { name: validZone(context.getTimezone()), chosenIn: 'workflow' };
}

/**
 * A hint for the user if no zone was set and the service responds in another one, because times may
 * then be hours off.
 * @param start a start_date of the response
 */
export function zoneNotice({ name, chosenIn }: Zone, start: unknown): string | undefined {
	const offsets = chosenIn === 'workflow' ? offsetsAt(start, name) : undefined;
	if (!offsets || offsets.written === offsets.inZone) return undefined;
	return (
		`Times were read in ${name} (UTC${offsets.inZone}), the time zone of the workflow, ` +
		`but the service responds in UTC${offsets.written}. ` +
		"If times are off, set 'Service Timezone' in the credential, or 'Timezone' under 'Options'."
	);
}
