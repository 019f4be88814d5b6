import { sleep } from 'n8n-workflow';

import type { ServiceClient } from '../service/http/client';
import { Turn } from '../service/core/turn';
import { Pool } from '../service/http/pool';
import { zoneIfSet, zoneOf } from '../n8n/zone';
import { shownText, withoutEnd } from '../service/values/text';
import type { ItemParameters } from './itemParameters';
import type { Call } from './operation';

/** How many items begin one after the other, before requests are sent and responses are read. */
const AT_ONCE = 4;

/** What the items of a run share. */
export class Run {
	readonly pool = new Pool();
	readonly hints = new Set<string>();
	private readonly outcomes = new Map<string, unknown>();
	/** The end of the latest task of each turn. */
	private readonly turns = new Map<string, Promise<unknown>>();
	private readonly beginning = new Turn();

	/** Waits, so that n8n does not evaluate all items before the first request leaves. */
	async begin(index: number): Promise<void> {
		await this.beginning.take(async () => {
			if (index > 0 && index % AT_ONCE === 0) await sleep(0);
		});
	}

	/** What an operation gets for one item. @param notes where its notes go */
	callFor(client: ServiceClient, parameters: ItemParameters, notes: Set<string>): Call {
		const note = (text: string) => void notes.add(`${withoutEnd(shownText(text), '.')}.`);
		const hint = (text: string) => void this.hints.add(shownText(text));
		return {
			parameters,
			client,
			zone: () => zoneOf(client, parameters.option('timezone')),
			zoneIfSet: () => zoneIfSet(client, parameters.option('timezone')),
			inTurn: this.inTurn,
			once: this.once,
			hint: parameters.isTool ? note : hint,
			note,
		};
	}

	private readonly once: Call['once'] = async <T>(name: string, task: () => T | Promise<T>) => {
		if (!this.outcomes.has(name)) this.outcomes.set(name, task());
		return (await this.outcomes.get(name)) as T;
	};

	private readonly inTurn: Call['inTurn'] = async (name, task) => {
		const former = this.turns.get(name);
		const own = former ? this.pool.aside(former).then(task) : task();
		this.turns.set(
			name,
			own.catch(() => undefined),
		);
		return await own;
	};
}
