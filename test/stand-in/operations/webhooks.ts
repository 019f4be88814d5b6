import type { Context } from 'openapi-backend';
import type { Call } from '.';
import { pageOf } from '../lists/pages';
import { Refusal, type Answer } from '../server/refusal';
import type { Service } from '../service';
import type { Webhook } from '../webhooks';

type Wanted = Pick<Webhook, 'url' | 'events'>;

const FORM_WORDS = ['CREATED', 'UPDATED', 'CANCELED'];

export const webhooks = {
	listWebhooks(_context: Context, call: Call): Answer {
		demandRight(call.service);
		return pageOf(call.service.webhooks.list(), call, shown);
	},

	createWebhook({ request }: Context, { service }: Call): Answer {
		demandRight(service);
		const created = service.webhooks.add(wantedIn(request.requestBody, service));
		return { status: 201, body: shown(created) };
	},

	retrieveWebhook(context: Context, { service }: Call): Answer {
		return { status: 200, body: shown(webhookOf(context, service)) };
	},

	updateWebhook(context: Context, { service }: Call): Answer {
		const webhook = webhookOf(context, service);
		const changed = Object.assign(webhook, wantedIn(context.request.requestBody, service));
		return { status: 200, body: shown(changed) };
	},

	deleteWebhook(context: Context, { service }: Call): Answer {
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

function webhookOf({ request }: Context, service: Service): Webhook {
	demandRight(service);
	const webhook = service.webhooks.get(String(request.params.webhook_key));
	if (!webhook) throw new Refusal(404, 'Not found.');
	return webhook;
}

const shown = ({ key, url, events }: Webhook) => ({ webhook_key: key, url, events });
