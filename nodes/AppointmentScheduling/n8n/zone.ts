import { InputError } from '../service/core/errors';
import type { ServiceClient } from '../service/http/client';
import { isBlank } from '../service/values/bodies';
import { validZone } from '../service/values/zones';

const FIELD = 'Service Timezone';
const ADVICE = 'Enter a name such as Europe/Madrid';

/**
 * The time zone of the account: the node's option, otherwise 'Service Timezone' of the credential.
 * Never the workflow's, because it moves appointments by hours wherever the two differ.
 * @throws InputError that names the field, if neither is set or it is not a time zone
 */
export function zoneOf(client: ServiceClient, option?: unknown): string {
	const zone = zoneIfSet(client, option);
	if (zone !== undefined) return zone;
	throw new InputError(
		FIELD,
		'it is not set',
		'Enter the time zone of your account in the credential, e.g. Europe/Madrid',
	);
}

/** @throws InputError if it is not a time zone */
export function zoneIfSet({ settings }: ServiceClient, option?: unknown): string | undefined {
	if (!isBlank(option)) return validZone(option, 'Timezone', ADVICE);
	if (isBlank(settings.timezone)) return undefined;
	return validZone(settings.timezone, FIELD, `${ADVICE} in the credential`);
}
