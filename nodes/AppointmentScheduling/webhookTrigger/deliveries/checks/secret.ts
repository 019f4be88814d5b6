import { within } from '../../../service/http/wait';
import { registry } from '../../../watching/keepLatest';
import { ownWebhooks } from '../../subscription/reconcile';
import { derivedSecret, isSecret, secretOf } from '../../subscription/urlSecret';
import type { Check, Delivery, Verdict } from '../delivery';
import { SharedRead } from '../sharedRead';

const NOT_READY: Verdict = { status: 503, message: 'Not ready, send this again' };

const newRead = () => new SharedRead<string[] | undefined>(2, 5_000);

/**
 * The secrets of a URL that this process has not registered itself: another process has, or the
 * token is new and the URL still has the former secret. Anyone can send a wrong secret, so
 * deliveries share a look-up that begins after they have arrived.
 */
const secretsOf = registry(() => ({
	known: [] as string[],
	/** What this process had registered when they were looked up. */
	registered: undefined as string | undefined,
	derived: newRead(),
	listed: newRead(),
}));

/** Refuses a delivery without the secret of the registered URL. */
export const checkSecret: Check = async (delivery) => {
	const { settings, context, state, timeLeft } = delivery;
	const arrivedAt = performance.now();
	if (!settings.urlSecret) return delivery;
	const { secret: given } = context.getQueryData() as { secret?: unknown };
	const address = context.getNodeWebhookUrl('default') ?? '';
	const secrets = secretsOf(address);
	// After another registration, what was looked up before is not valid any more.
	if (secrets.registered !== state.secret) {
		Object.assign(secrets, { known: [], registered: state.secret });
	}
	const isKnown = () => [state.secret, ...secrets.known].some((secret) => isSecret(given, secret));
	if (isKnown()) return delivery;
	const ask = async (shared: SharedRead<string[] | undefined>, read: typeof readListed) =>
		await within(
			shared.ask(arrivedAt, async () => await logged(delivery, read(delivery, address))),
			timeLeft(),
		);
	const derived = await ask(secrets.derived, readDerived);
	if (!derived) return NOT_READY;
	// If the token is new, the former secret may not be registered any more.
	if (!derived.every((secret) => secrets.known.includes(secret))) secrets.known = derived;
	if (isKnown()) return delivery;
	const listed = await ask(secrets.listed, readListed);
	if (!listed) return NOT_READY;
	secrets.known = [...derived, ...listed];
	return isKnown() ? delivery : { status: 404, message: 'Not found' };
};

/** Undefined if it fails. */
async function logged<T>({ warn }: Delivery, read: Promise<T>): Promise<T | undefined> {
	return await read.catch((error: unknown) => {
		warn('The secret of the webhook URL could not be looked up', error);
		return undefined;
	});
}

const readDerived = async ({ connect }: Delivery, address: string): Promise<string[]> => [
	derivedSecret((await connect()).settings.accessToken, address),
];

const readListed = async ({ connect }: Delivery, address: string): Promise<string[]> =>
	(await ownWebhooks(await connect(), address)).flatMap(({ url }) => secretOf(url) ?? []);
