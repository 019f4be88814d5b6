import type { IDataObject } from 'n8n-workflow';

import { bareAddress } from './urlSecret';

/** What the trigger keeps of its webhook in the workflow's static data. */
export interface Stored {
	webhookKey?: string;
	/** The URL that was registered, secret included. */
	webhookUrl?: string;
}

const NAMES = ['webhookKey', 'webhookUrl'] as const;
/** Written by earlier versions. */
const OBSOLETE = ['listedUrl', 'owner', 'secret'];

export function storedIn(staticData: IDataObject): Stored {
	const { webhookKey, webhookUrl } = staticData as Stored;
	return { webhookKey, webhookUrl };
}

/**
 * What is stored, if it belongs to this URL. In a copy of n8n's database on another machine it
 * belongs to the original, whose webhook must stay as it is.
 */
export function storedFor(address: string, { webhookKey, webhookUrl = '' }: Stored): Stored {
	return bareAddress(webhookUrl) === bareAddress(address) ? { webhookKey, webhookUrl } : {};
}

/** Replaces what is stored. */
export function store(staticData: IDataObject, stored: Stored): void {
	for (const name of OBSOLETE) delete staticData[name];
	for (const name of NAMES) {
		if (stored[name] === undefined) delete staticData[name];
		else staticData[name] = stored[name];
	}
}
