import type { IDataObject } from 'n8n-workflow';

import { bareAddress } from './urlSecret';

/** What the trigger stores about its webhook in the workflow's static data. */
export interface Stored {
	webhookKey?: string;
	/** The registered URL, without the secret. */
	webhookUrl?: string;
	/** The Base URL of the service where it is registered. */
	webhookService?: string;
}

export function storedIn(staticData: IDataObject): Stored {
	const { webhookKey, webhookUrl, webhookService } = staticData as Stored;
	return { webhookKey, webhookUrl, webhookService };
}

/**
 * What is stored for this URL. In a copy of n8n's database on another machine, it belongs to the
 * original n8n, whose webhook must stay as it is.
 */
export function storedFor(address: string, stored: Stored): Stored {
	return bareAddress(stored.webhookUrl ?? '') === bareAddress(address) ? stored : {};
}

/**
 * Replaces what is stored. If nothing differs, n8n has nothing to save: what it loaded at its start
 * would overwrite what executions have saved since.
 */
export function store(staticData: IDataObject, stored: Stored): void {
	const { webhookKey, webhookUrl, webhookService } = stored;
	const former = storedIn(staticData);
	const isSame =
		former.webhookKey === webhookKey &&
		former.webhookUrl === webhookUrl &&
		former.webhookService === webhookService;
	if (!isSame) Object.assign(staticData, { webhookKey, webhookUrl, webhookService });
}
