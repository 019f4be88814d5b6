import { accountZone } from '../service/http/authorization';
import { listAppointments } from '../service/appointments';
import { InputError } from '../service/errors';
import type { ServiceClient } from '../service/http/client';
import { isBlank } from '../service/values/bodies';
import { validZone, zoneShownBy } from '../service/values/dates';

type HasTimezone = { getTimezone(): string };

/** The time zone in which dates without an offset are read. */
export interface Zone {
	name: string;
	/** False if it is the workflow's. */
	isSet: boolean;
}

/**
 * The node's option, otherwise 'Service Timezone' of the credential, otherwise the workflow's zone.
 * @throws InputError naming the field, if it is not a time zone
 */
export function zoneOf(context: HasTimezone, client: ServiceClient, option?: unknown): Zone {
	const set = isBlank(option) ? accountZone(client.settings.timezone) : validZone(option);
	return { name: set ?? validZone(context.getTimezone()), isSet: set !== undefined };
}

/** So many appointments show in which zone the service writes its times. */
const ENOUGH = 20;

/** Read once for each client. */
const startsOf = new WeakMap<ServiceClient, Promise<unknown[]>>();

async function someStarts(client: ServiceClient): Promise<unknown[]> {
	const { elements } = await listAppointments(client, {}, ENOUGH);
	return elements.map(({ start_date }) => start_date);
}

/**
 * The zone that is set, otherwise the workflow's if it fits the service's own times, otherwise the
 * one that these times show, otherwise the workflow's.
 * @param needed 'certain' to throw instead of using the workflow's zone as a guess
 * @throws InputError, ServiceError
 */
export async function zoneOfService(
	{ name, isSet }: Zone,
	client: ServiceClient,
	notify: (notice: string) => void,
	needed?: 'certain',
): Promise<string> {
	if (isSet) return name;
	const starts = startsOf.get(client) ?? someStarts(client);
	startsOf.set(client, starts);
	const shown = zoneShownBy(await starts, name);
	if (shown === name) return name;
	if (shown === undefined && needed) {
		throw new InputError(
			'Service Timezone',
			'it is not set, and no appointment shows the time zone of the service',
			"Set it in the credential, e.g. Europe/Madrid, or 'Timezone' under 'Options'",
		);
	}
	const origin = shown === undefined ? 'the time zone of the workflow' : 'as the service writes it';
	notify(
		`No time zone is set, so dates were read in ${shown ?? name}, ${origin}. ` +
			"If results are hours off, set 'Service Timezone' in the credential.",
	);
	return shown ?? name;
}
