import type { ServiceClient } from '../../../service/http/client';
import { allWebhooks } from '../../../service/webhooks';
import { registry } from '../../../watching/keepLatest';
import { ownWebhooks } from '../../subscription/reconcile';
import { derivedSecret, isSecret, secretOf } from '../../subscription/urlSecret';
import type { Delivery } from '../delivery';
import { OnceAMinute } from '../onceAMinute';
import { refuse, type Check } from '../verdict';

/** Does the delivery have the secret of the registered URL? */
export const hasSecret: Check = async (delivery) => {
	const { settings, context } = delivery;
	if (!settings.urlSecret) return delivery;
	const { secret: given } = context.getQueryData() as { secret?: unknown };
	const address = context.getNodeWebhookUrl('default') ?? '';
	const secrets = registered(address);
	if (!secrets.include(given)) await secrets.refresh(delivery, address, given);
	if (secrets.include(given)) return delivery;
	return secrets.areKnown ? refuse(404, 'Not found') : refuse(503, 'Not ready, send this again');
};

/**
 * The secrets that deliveries to a URL may have. n8n takes long to read the credential, so they are
 * derived once. After a new token, the registered URL still has the secret of the former one. So on
 * a mismatch we ask the service, at most once a minute, because anyone can send a wrong secret.
 */
class Secrets {
	areKnown = false;
	private known: string[] = [];
	private readonly pace = new OnceAMinute();
	private registrations = 0;
	private underWay: Promise<void> | undefined;

	include(given: unknown): boolean {
		return this.known.some((secret) => isSecret(given, secret));
	}

	/** Deliveries that arrive meanwhile wait for the same outcome. */
	async refresh(delivery: Delivery, address: string, given: unknown): Promise<void> {
		const { registrations } = delivery.state;
		// With a new token, publishing has registered a new secret.
		if (this.pace.isDue() || registrations !== this.registrations) {
			this.registrations = registrations;
			this.underWay = this.lookUp(delivery, address, given).finally(
				() => (this.underWay = undefined),
			);
		}
		await this.underWay;
	}

	private async lookUp(
		{ connect, warn }: Delivery,
		address: string,
		given: unknown,
	): Promise<void> {
		try {
			const client = await connect();
			const derived = derivedSecret(client.settings.accessToken, address);
			this.known = [derived];
			this.areKnown = isSecret(given, derived);
			if (this.areKnown) return;
			this.known.push(...(await listedSecrets(client, address)));
			this.areKnown = true;
		} catch (error) {
			this.areKnown = false;
			warn('The secret of the webhook URL could not be looked up', error);
		}
	}
}

const listedSecrets = async (client: ServiceClient, address: string): Promise<string[]> =>
	ownWebhooks(await allWebhooks(client), address, {}).flatMap(({ url }) => secretOf(url) ?? []);

const registered = registry(() => new Secrets());
