import type { IDataObject } from 'n8n-workflow';

import { getAppointment } from '../service/appointments';
import { hasStatus } from '../service/errors';
import type { ServiceClient } from '../service/http/client';
import { inOrder } from '../service/http/pool';
import { unwrapped } from '../service/values/bodies';
import { MINUTE_MS } from '../service/values/dates';
import { isCanceledStatus } from '../service/vocabulary';

const MOST_AT_ONCE = 20;
const RARELY_MS = 60 * MINUTE_MS;

/** An appointment that was in the list, is not any more, and was not canceled when it was. */
export interface Missing {
	/** The same for a listed appointment, see `Sources.idOf`. */
	id: string;
	/** Undefined if it is unknown since n8n's start. */
	key: string | undefined;
	/** ms since the epoch. */
	start: number | undefined;
}

export interface Sources {
	client: ServiceClient;
	idOf: (data: IDataObject) => string | undefined;
	/** Reads the canceled appointments. */
	listCanceled: () => Promise<IDataObject[]>;
}

/** When an appointment was last asked for, and how often. */
interface Search {
	times: number;
	checksSince: number;
	at: number;
}

/**
 * Finds canceled appointments that the service hides from its list. Each one that is missing is
 * asked for by its key: at once, again after 1, 2, 4 … checks and then hourly, until its start.
 */
export class MissingAppointments {
	private searches = new Map<string, Search>();

	/** Call it once in each check. If it throws, the next check asks for the same ones. */
	async canceledAmong(
		missing: Missing[],
		{ client, idOf, listCanceled }: Sources,
		now: number,
	): Promise<IDataObject[]> {
		const due = this.due(missing, now);
		const answers = await inOrder(
			due.length,
			() => client.width,
			async (index) => await shownOf(client, due[index]?.key),
		);
		const unknown = new Set(due.flatMap(({ id }, index) => (answers[index] ? [] : [id])));
		const listed = unknown.size > 0 ? await listCanceled() : [];
		const found = listed.filter((data) => unknown.has(idOf(data) ?? ''));
		for (const { id } of due) {
			const { times = 0 } = this.searches.get(id) ?? {};
			this.searches.set(id, { times: times + 1, checksSince: 0, at: now });
		}
		return [...answers.filter((data) => data !== undefined), ...found].filter(({ status }) =>
			isCanceledStatus(status),
		);
	}

	/** The soonest whose turn it is. */
	private due(missing: Missing[], now: number): Missing[] {
		const ahead = missing.filter(({ start = Infinity }) => start > now);
		const before = this.searches;
		this.searches = new Map();
		for (const { id } of ahead) {
			const search = before.get(id);
			if (search) this.searches.set(id, { ...search, checksSince: search.checksSince + 1 });
		}
		const isDue = ({ id }: Missing) => {
			const search = this.searches.get(id);
			if (!search) return true;
			return search.checksSince >= 2 ** (search.times - 1) || now - search.at >= RARELY_MS;
		};
		return ahead
			.filter(isDue)
			.sort((one, other) => (one.start ?? Infinity) - (other.start ?? Infinity))
			.slice(0, MOST_AT_ONCE);
	}
}

/** Undefined if the service does not know it by its key. */
export async function shownOf(
	client: ServiceClient,
	key: string | undefined,
): Promise<IDataObject | undefined> {
	if (key === undefined) return undefined;
	const body = await getAppointment(client, key).catch((error: unknown) => {
		if (!hasStatus(error, 404, 410)) throw error;
	});
	return body === undefined ? undefined : unwrapped(body);
}
