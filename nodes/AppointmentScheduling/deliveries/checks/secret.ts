import type { IWebhookFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { allWebhooks } from '../../service/webhooks';
import { storedIn } from '../../subscription/stored';
import { WHILE_DELIVERING } from '../../trigger/requests';
import { ownWebhooks } from '../../subscription/reconcile';
import { isSecret, secretOf } from '../../subscription/urlSecret';

/** Undefined when the secret itself is unknown for now. */
export async function knowsSecret(context: IWebhookFunctions): Promise<boolean | undefined> {
	const { secret: given } = context.getQueryData() as { secret?: unknown };
	const { webhookUrl = '' } = storedIn(context.getWorkflowStaticData('node'));
	const secret = secretOf(webhookUrl) ?? (await registeredSecret(context));
	return secret === undefined ? undefined : isSecret(given, secret);
}

const underWay = new Map<string, Promise<string | undefined>>();

/**
 * An execution that began before the secret was made may have written the static data since. Then
 * the service is asked, once at a time, however many deliveries come.
 */
async function registeredSecret(context: IWebhookFunctions): Promise<string | undefined> {
	const address = context.getNodeWebhookUrl('default') ?? '';
	const asked =
		underWay.get(address) ?? lookUp(context, address).finally(() => underWay.delete(address));
	underWay.set(address, asked);
	return await asked;
}

async function lookUp(context: IWebhookFunctions, address: string): Promise<string | undefined> {
	try {
		const webhooks = await allWebhooks(await connect(context, WHILE_DELIVERING));
		return ownWebhooks(webhooks, address, {})
			.map(({ url }) => secretOf(url))
			.find(Boolean);
	} catch (error) {
		context.logger.warn('The secret of the callback URL is not known', {
			reason: error instanceof Error ? error.message : String(error),
		});
		return undefined;
	}
}
