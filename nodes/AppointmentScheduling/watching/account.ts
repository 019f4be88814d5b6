import type { ServiceClient } from '../service/http/client';
import { inOrder } from '../service/http/pool';
import { shownOf } from './missing';
import { digestOf } from './packed';

/** A digest, so that neither address nor token is stored. */
export const accountOf = ({ settings }: ServiceClient): string =>
	digestOf(settings.baseUrl, settings.accessToken);

/**
 * Whether a new token or address belongs to the account of these appointments, because it knows one
 * of them. Without any, it is taken for the same account.
 */
export async function isSameAccount(client: ServiceClient, keys: string[]): Promise<boolean> {
	const shown = await inOrder(
		keys.length,
		() => client.width,
		async (index) => await shownOf(client, keys[index]),
	);
	return keys.length === 0 || shown.some((data) => data !== undefined);
}
