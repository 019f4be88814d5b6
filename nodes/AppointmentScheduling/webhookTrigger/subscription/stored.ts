import type { IDataObject } from 'n8n-workflow';

import { bareAddress } from './urlSecret';

/** What the trigger stores about its webhook in the workflow's static data. */
export interface Stored {
	webhookKey?: string;
	/** The registered URL, including the secret. */
	webhookUrl?: string;
}

export function storedIn(staticData: IDataObject): Stored {
	const { webhookKey, webhookUrl } = staticData as Stored;
	return { webhookKey, webhookUrl };
}

/**
 * What is stored for this URL. In a copy of n8n's database on another machine, it belongs to the
 * original n8n, whose webhook must stay as it is.
 */
export function storedFor(address: string, { webhookKey, webhookUrl = '' }: Stored): Stored {
	return bareAddress(webhookUrl) === bareAddress(address) ? { webhookKey, webhookUrl } : {};
}

/**
 * Replaces what is stored. If nothing differs, n8n has nothing to save: what it loaded at its start
 * would overwrite what executions have saved since.
 */
export function store(staticData: IDataObject, { webhookKey, webhookUrl }: Stored): void {
	if (staticData.webhookKey === webhookKey && staticData.webhookUrl === webhookUrl) return;
	Object.assign(staticData, { webhookKey, webhookUrl });
}
