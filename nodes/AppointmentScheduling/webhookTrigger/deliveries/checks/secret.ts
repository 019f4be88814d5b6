import { allWebhooks } from '../../../service/webhooks';
import { ownWebhooks } from '../../subscription/reconcile';
import { isSecret, secretOf } from '../../subscription/urlSecret';
import type { Delivery } from '../delivery';
import { refuse, type Check } from '../verdict';

/** Does the delivery have the secret of the registered URL? */
export const hasSecret: Check = async (delivery) => {
	if (!delivery.settings.urlSecret) return delivery;
	const { given, registered = await registeredSecret(delivery) } = delivery.secret;
	if (registered === undefined) return refuse(503, 'Not ready, send this again');
	return isSecret(given, registered) ? delivery : refuse(404, 'Not found');
};

const underWay = new Map<string, Promise<string | undefined>>();

/**
 * An execution that began before the secret existed may have overwritten the static data. Then we
 * ask the service, once for all deliveries that arrive meanwhile.
 */
async function registeredSecret(delivery: Delivery): Promise<string | undefined> {
	const address = delivery.address();
	const asked =
		underWay.get(address) ?? lookUp(delivery, address).finally(() => underWay.delete(address));
	underWay.set(address, asked);
	return await asked;
}

async function lookUp({ connect, warn }: Delivery, address: string): Promise<string | undefined> {
	try {
		return ownWebhooks(await allWebhooks(await connect()), address, {})
			.map(({ url }) => secretOf(url))
			.find(Boolean);
	} catch (error) {
		warn('The secret of the webhook URL could not be looked up', error);
		return undefined;
	}
}
