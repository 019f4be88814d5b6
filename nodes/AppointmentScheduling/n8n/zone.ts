import type { Client } from '../service/client';
import { InputError, ONLY_USER, withModelAdvice } from '../service/errors';
import { isBlank } from '../service/values/objects';
import { validZone } from '../service/values/zones';

const FIELD = 'Service Timezone';

/**
 * The time zone of the account: 'Service Timezone' of the credential. Never the workflow's, because it
 * moves appointments by hours wherever the two differ.
 * @throws InputError if it is not set, or is not a time zone
 */
export function zoneOf(client: Client): string {
	const zone = zoneIfSet(client);
	if (zone !== undefined) return zone;
	throw new InputError(
		FIELD,
		'it is not set',
		'Enter the time zone of your account in the credential, e.g. America/Sao_Paulo',
		ONLY_USER,
	);
}

/** @throws InputError if it is not a time zone */
export function zoneIfSet({ account: { timezone } }: Client): string | undefined {
	if (isBlank(timezone)) return undefined;
	const advice = 'Enter a name such as America/Sao_Paulo in the credential';
	return withModelAdvice(ONLY_USER, () => validZone(timezone, FIELD, advice));
}
