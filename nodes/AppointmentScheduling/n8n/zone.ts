import { accountZone } from '../service/http/authorization';
import { listAppointments } from '../service/appointments';
import { InputError } from '../service/errors';
import type { ServiceClient } from '../service/http/client';
import type { Collected } from '../service/lists/collect';
import { isBlank } from '../service/values/bodies';
import { validZone, zoneShownBy } from '../service/values/dates';

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
export function zoneOf(
	context: { getTimezone(): string },
	client: ServiceClient,
	option?: unknown,
): Zone {
	const set = isBlank(option) ? accountZone(client.settings.timezone) : validZone(option);
	return { name: set ?? validZone(context.getTimezone()), isSet: set !== undefined };
}

/** So many appointments show in which zone the service writes its times. */
const ENOUGH = 20;

/** Read once for each client. */
const lists = new WeakMap<ServiceClient, Promise<Collected>>();

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
	const list = lists.get(client) ?? listAppointments(client, {}, ENOUGH);
	lists.set(client, list);
	const starts = (await list).elements.map(({ start_date }) => start_date);
	const shown = zoneShownBy(starts, name);
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
