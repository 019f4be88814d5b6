import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What the trigger keeps of its webhook, in the workflow's static data. */
export interface Kept {
	webhookKey?: string;
	/** The address that the webhook was given; with the key it proves that it is still ours. */
	webhookUrl?: string;
	/** The same address as the service tells it, where it writes it otherwise. */
	listedUrl?: string;
	secret?: string;
}

type Context = IHookFunctions | IWebhookFunctions;

/** A copy of the workflow, here or on another n8n, must not take over its webhook. */
const ownerOf = (context: Context) => `${context.getInstanceId()}:${context.getWorkflow().id}`;

/** What was kept; nothing when another instance or workflow kept it. */
export function keptBy(context: Context): Kept {
	const { owner, ...kept } = context.getWorkflowStaticData('node') as Kept & { owner?: string };
	if (owner !== ownerOf(context)) return {};
	const { webhookKey, webhookUrl, listedUrl, secret } = kept;
	return { webhookKey, webhookUrl, listedUrl, secret };
}

/** Keeps this, or without it nothing any more. */
export function keep(context: Context, kept?: Kept): void {
	const staticData = context.getWorkflowStaticData('node');
	const values = { ...kept, owner: kept && ownerOf(context) };
	for (const name of ['webhookKey', 'webhookUrl', 'listedUrl', 'owner', 'secret'] as const) {
		if (values[name] === undefined) delete staticData[name];
		else staticData[name] = values[name];
	}
}
