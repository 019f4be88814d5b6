import { secretOf } from '../../../service/values/addresses';
import { registry } from '../../../watching/keepLatest';
import { ownWebhooks } from '../../subscription/reconcile';
import { derivedSecret, isSecret } from '../../subscription/urlSecret';
import type { Check } from '../core/delivery';
import { SharedRead } from '../core/sharedRead';

/**
 * The secrets of a URL that this process has not registered itself: another process has, or the
 * token is new and the URL still has the former secret. Anyone can send a wrong secret, so
 * deliveries share one request for the list, which is sent after they have arrived.
 */
const lookUps = registry(() => ({
	known: [] as string[],
	listed: new SharedRead<Array<string | undefined>>(),
}));

/** Refuses a delivery without the secret of the registered URL. */
export const checkSecret: Check = async (delivery) => {
	const { settings, context, state, timeLeft, warn } = delivery;
	if (!settings.urlSecret) return delivery;
	const arrivedAt = performance.now();
	const { secret: given } = context.getQueryData() as { secret?: unknown };
	const address = context.getNodeWebhookUrl('default') ?? '';
	// After another registration, what was looked up before is not valid any more.
	const lookUp = lookUps(address, state.secret);
	const isOneOf = (secrets: Array<string | undefined>) =>
		secrets.some((secret) => isSecret(given, secret));
	if (isOneOf([state.secret, ...lookUp.known])) return delivery;
	try {
		const client = await delivery.connect();
		const derived = derivedSecret(client.settings.accessToken, address);
		// If the token is new, the former secret may not be registered any more.
		if (!lookUp.known.includes(derived)) lookUp.known = [derived];
		if (isOneOf([derived])) return delivery;
		const listed = await lookUp.listed.ask(arrivedAt, timeLeft(), async () => {
			const webhooks = await ownWebhooks(client, address);
			return webhooks.map(({ url }) => secretOf(url));
		});
		lookUp.known = [derived, ...listed.filter((secret) => secret !== undefined)];
		return isOneOf(listed) ? delivery : { status: 404, message: 'Not found' };
	} catch (error) {
		warn('The secret of the webhook URL could not be looked up', error);
		return { status: 503, message: 'Not ready, send this again' };
	}
};
