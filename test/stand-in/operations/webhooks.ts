import type { Context } from 'openapi-backend';
import type { Call } from '.';
import { pageOf } from '../lists/pages';
import { Refusal, type Answer } from '../server/refusal';
import type { Service } from '../service';
import type { Webhook } from '../webhooks';

type Wanted = Pick<Webhook, 'url' | 'events'>;

const FORM_WORDS = ['CREATED', 'UPDATED', 'CANCELED'];

export const webhooks = {
	listWebhooks(_context: Context, { service, request: { place } }: Call): Answer {
		demandRight(service);
		const rows = service.webhooks.list();
		return pageOf(rows, place, service.settings, (one) => shown(one, service, 'listed'));
	},

	createWebhook({ request }: Context, { service }: Call): Answer {
		demandRight(service);
		const created = service.webhooks.add(wantedIn(request.requestBody, service));
		return { status: 201, body: shown(created, service, 'changed') };
	},

	retrieveWebhook(context: Context, { service }: Call): Answer {
		demandRight(service);
		return { status: 200, body: shown(webhookOf(context, service), service, 'listed') };
	},

	updateWebhook(context: Context, { service }: Call): Answer {
		demandRight(service);
		const { key } = webhookOf(context, service);
		const wanted = wantedIn(context.request.requestBody, service);
		return { status: 200, body: shown(service.webhooks.update(key, wanted), service, 'changed') };
	},

	deleteWebhook(context: Context, { service }: Call): Answer {
		demandRight(service);
		service.webhooks.remove(webhookOf(context, service).key);
		return { status: 204 };
	},
};

function demandRight({ settings }: Service): void {
	if (settings.registration === 'forbidden')
		throw new Refusal(403, 'You do not have permission to perform this action.');
}

function wantedIn(body: unknown, { settings }: Service): Wanted {
	const { url, events } = body as Wanted;
	const wrong = events.find((event) => !FORM_WORDS.includes(event));
	if (settings.registration === 'formWords' && wrong !== undefined)
		throw Refusal.ofField('events', `"${wrong}" is not a valid choice.`);
	return { url, events };
}

function webhookOf({ request }: Context, { webhooks }: Service): Webhook {
	const webhook = webhooks.get(String(request.params.webhook_key));
	if (!webhook) throw new Refusal(404, 'Not found.');
	return webhook;
}

function shown({ key, url, events }: Webhook, { settings }: Service, where: 'listed' | 'changed') {
	const { webhookKey, webhookKeyShown } = settings;
	const isShown = webhookKeyShown === 'always' || webhookKeyShown === where;
	// Keys made before they were numbers stay what they are.
	const own = webhookKey === 'id' && /^\d+$/.test(key) ? Number(key) : key;
	return { ...(isShown && { [webhookKey]: own }), url, events };
}
