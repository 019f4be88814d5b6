import { sleep } from 'n8n-workflow';

import { Turn } from '../concurrency/order';
import { zoneIfSet, zoneOf } from '../n8n/zone';
import type { Client } from '../service/client';
import { shownText, withoutEnd } from '../service/values/texts';
import { AccountItems } from './accounts';
import type { ItemParameters } from './itemParameters';
import type { Call } from './operation';

/** How many items begin one after the other, before requests are sent and responses are read. */
const AT_ONCE = 8;

/** What the items of a run share. */
export class Run {
	readonly hints = new Set<string>();
	private readonly accounts = new Map<string, AccountItems>();
	private readonly beginning = new Turn();

	/** Waits, so that n8n does not evaluate all items before the first request leaves. */
	async begin(index: number): Promise<void> {
		await this.beginning.take(async () => {
			if (index > 0 && index % AT_ONCE === 0) await sleep(0);
		});
	}

	accountOf({ accountId }: Client): AccountItems {
		const account = this.accounts.get(accountId) ?? new AccountItems();
		this.accounts.set(accountId, account);
		return account;
	}

	/** What an operation gets for one item. @param notes where its notes go */
	callFor(connected: Client, parameters: ItemParameters, notes: Set<string>): Call {
		const account = this.accountOf(connected);
		const client = connected.with({ signal: account.signal });
		const note = (text: string) => void notes.add(`${withoutEnd(shownText(text), '.')}.`);
		const hint = (text: string) => void this.hints.add(shownText(text));
		return {
			parameters,
			client,
			zone: () => zoneOf(client),
			zoneIfSet: () => zoneIfSet(client),
			once: async (name, task) => await account.once(name, task),
			booked: account.booked,
			hint: parameters.isTool ? note : hint,
			hintUser: hint,
			note,
		};
	}
}
