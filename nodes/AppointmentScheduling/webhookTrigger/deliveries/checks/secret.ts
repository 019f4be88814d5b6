import { registry } from '../../../watching/keepLatest';
import { ownWebhooks } from '../../subscription/reconcile';
import { derivedSecret, isSecret, secretOf } from '../../subscription/urlSecret';
import type { Check, Delivery } from '../delivery';
import { onceAMinute } from '../onceAMinute';

/**
 * The secrets that deliveries to a URL may have. n8n takes long to read the credential, so they are
 * derived once. After a new token, the registered URL still has the secret of the former one. So on
 * a mismatch we ask the service, at most once a minute, because anyone can send a wrong secret.
 */
interface Secrets {
	known: string[];
	/** Whether there are no others. */
	areAll: boolean;
	/** Deliveries that arrive meanwhile wait for the same outcome. */
	lookUp?: Promise<void>;
	isDue(): boolean;
	/** At the latest look-up. */
	registrations: number;
}

const secretsOf = registry((): Secrets => ({
	known: [],
	areAll: false,
	isDue: onceAMinute(),
	registrations: 0,
}));

/** Does the delivery have the secret of the registered URL? */
export const hasSecret: Check = async (delivery) => {
	const { settings, context } = delivery;
	if (!settings.urlSecret) return delivery;
	const { secret: given } = context.getQueryData() as { secret?: unknown };
	const address = context.getNodeWebhookUrl('default') ?? '';
	const secrets = secretsOf(address);
	const isKnown = () => secrets.known.some((secret) => isSecret(given, secret));
	if (!isKnown()) {
		const { registrations } = delivery.state;
		// With a new token, publishing has registered a new secret.
		if (secrets.isDue() || registrations !== secrets.registrations) {
			secrets.registrations = registrations;
			secrets.lookUp = lookUp(secrets, delivery, address, given);
		}
		await secrets.lookUp;
	}
	if (isKnown()) return delivery;
	return secrets.areAll
		? { status: 404, message: 'Not found' }
		: { status: 503, message: 'Not ready, send this again' };
};

async function lookUp(
	secrets: Secrets,
	{ connect, warn }: Delivery,
	address: string,
	given: unknown,
): Promise<void> {
	try {
		const client = await connect();
		const derived = derivedSecret(client.settings.accessToken, address);
		secrets.known = [derived];
		secrets.areAll = isSecret(given, derived);
		if (secrets.areAll) return;
		const own = await ownWebhooks(client, address);
		secrets.known.push(...own.flatMap(({ url }) => secretOf(url) ?? []));
		secrets.areAll = true;
	} catch (error) {
		secrets.areAll = false;
		warn('The secret of the webhook URL could not be looked up', error);
	}
}
