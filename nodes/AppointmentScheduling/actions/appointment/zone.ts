import { InputError } from '../../service/errors';
import { serviceZone } from '../../service/serviceZone';
import type { Call } from '../operation';

/**
 * The zone that is set, or that the service's own times show: another day or hour would be wrong.
 * @throws InputError if neither is known
 */
export async function certainZone(call: Call): Promise<string> {
	const { client, workflowZone } = call;
	const isKnown =
		call.setZone() !== undefined || (await serviceZone(client, workflowZone)) !== undefined;
	if (isKnown) return await call.serviceZone();
	throw new InputError(
		'Service Timezone',
		'it is not set, and no appointment shows the time zone of the service',
		"Set it in the credential, e.g. Europe/Madrid, or 'Timezone' under 'Options'",
	);
}
