import type { IHookFunctions } from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { validCallbackUrl } from '../service/values/addresses';
import type { ServiceClient } from '../service/http/client';
import { keptBy, type Kept } from './stored';
import { WHILE_ACTIVATING } from '../trigger/requests';
import { triggerSettings } from '../trigger/settings';
import type { Wanted } from './reconcile';

const HTTPS_REMEDY =
	'The service notifies HTTPS addresses only. Set N8N_WEBHOOK_URL (older: WEBHOOK_URL) of n8n to its public https:// address, then activate again.';

interface Hook {
	client: ServiceClient;
	address: string;
	kept: Kept;
}

/** What the methods of the webhook's life work with. @throws InputError */
export async function hookOf(context: IHookFunctions): Promise<Hook> {
	const address = context.getNodeWebhookUrl('default') ?? '';
	return { client: await connect(context, WHILE_ACTIVATING), address, kept: keptBy(context) };
}

/** @throws InputError when the address is not HTTPS or no event is chosen */
export function wantedBy(context: IHookFunctions, address: string): Wanted {
	validCallbackUrl(address, 'Webhook URL', HTTPS_REMEDY);
	const { events, urlSecret } = triggerSettings(context);
	return { address, events, urlSecret };
}
