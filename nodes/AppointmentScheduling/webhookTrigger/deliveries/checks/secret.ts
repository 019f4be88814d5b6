import { registry } from '../../../watching/keepLatest';
import { ownWebhooks } from '../../subscription/reconcile';
import { derivedSecret, isSecret, secretOf } from '../../subscription/urlSecret';
import { onceAMinute, type Check, type Delivery } from '../delivery';

/**
 * The secrets that deliveries to a URL may have besides the one that this process has registered. n8n
 * takes long to read the credential, so they are derived once. After a new token, the URL still has
 * the former secret. So we ask the service, once a minute because anyone can send a wrong secret.
 */
interface Secrets {
	known: string[];
	/** Whether all are known now. Deliveries that arrive meanwhile wait for the same outcome. */
	lookUp?: Promise<boolean>;
	isDue(): boolean;
	/** What this process had registered at the latest look-up. */
	registered?: string;
}

const secretsOf = registry((): Secrets => ({ known: [], isDue: onceAMinute() }));

/** Refuses a delivery without the secret of the registered URL. */
export const checkSecret: Check = async (delivery) => {
	const { settings, context, state } = delivery;
	if (!settings.urlSecret) return delivery;
	const { secret: given } = context.getQueryData() as { secret?: unknown };
	const address = context.getNodeWebhookUrl('default') ?? '';
	const secrets = secretsOf(address);
	// After another registration, what was looked up before is not valid any more.
	const isOutdated = secrets.registered !== state.secret;
	if (isOutdated) Object.assign(secrets, { known: [], registered: state.secret });
	const isKnown = () => [state.secret, ...secrets.known].some((secret) => isSecret(given, secret));
	if (isKnown()) return delivery;
	if (secrets.isDue() || isOutdated) secrets.lookUp = lookUp(secrets, delivery, address, given);
	const areAll = await secrets.lookUp;
	if (isKnown()) return delivery;
	return areAll
		? { status: 404, message: 'Not found' }
		: { status: 503, message: 'Not ready, send this again' };
};

async function lookUp(
	secrets: Secrets,
	{ connect, warn }: Delivery,
	address: string,
	given: unknown,
): Promise<boolean> {
	try {
		const client = await connect();
		const derived = derivedSecret(client.settings.accessToken, address);
		secrets.known = [derived];
		if (isSecret(given, derived)) return true;
		const own = await ownWebhooks(client, address);
		secrets.known.push(...own.flatMap(({ url }) => secretOf(url) ?? []));
		return true;
	} catch (error) {
		warn('The secret of the webhook URL could not be looked up', error);
		return false;
	}
}
