import type { IDataObject } from 'n8n-workflow';

import { listAppointments, readAppointment } from '../../service/appointments';
import { hasStatus } from '../../service/core/errors';
import type { ServiceClient } from '../../service/http/client';
import { inOrder } from '../../service/http/pool';
import { unwrapped } from '../../service/values/bodies';
import { FOREVER, instantOf, MINUTE_MS, wallClock } from '../../service/values/dates';
import { comparableKey, sameKey, type Key } from '../../service/values/keys';
import { withinSpan } from '../../service/values/span';
import { isCanceledStatus } from '../../service/core/vocabulary';
import type { Book } from './book';
import { wholeList, type ListRequest } from './recent';
import { latest } from './row';
import { keysOf, startIn } from './state';
import { ALL_ENTRIES } from '../../service/lists/collect';

const MOST_AT_ONCE = 20;
const RARELY_MS = 60 * MINUTE_MS;

interface Missing {
	key: Key;
	spelling: string;
	/** ms since the epoch. `FOREVER` if it is unknown. */
	start: number;
	/** Whether a list has shown it. Anybody may have sent the key of another one. */
	isListed: boolean;
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
	private searches = new Map<Key, Search>();

	/**
	 * Those that are known, not listed any more and canceled. Call it once in each check: if it throws,
	 * the next one asks for the same ones.
	 * @param listed what the list shows now
	 */
	async canceledAmong(
		book: Book,
		listed: IDataObject[],
		wanted: ListRequest,
		now: number,
	): Promise<IDataObject[]> {
		const { client, zone } = wanted;
		const missing = book.missingFrom(keysOf(listed)).map(([key, { spelling, row, isListed }]) => {
			return { key, spelling, start: startIn(latest(row) ?? row.late, zone), isListed };
		});
		const due = this.takeDue(missing, now);
		const answers = await inOrder(
			due.length,
			client.width,
			async (index) => await shownOf(client, due[index]?.spelling ?? ''),
		);
		const unknown = new Set(due.flatMap(({ key }, index) => (answers[index] ? [] : [key])));
		const found = unknown.size > 0 ? await listCanceled(wanted, unknown) : [];
		for (const { key } of due) {
			const { times = 0 } = this.searches.get(key) ?? {};
			this.searches.set(key, { times: times + 1, checksSince: 0, at: now });
		}
		return [...answers.filter((data) => data !== undefined), ...found].filter(
			(data) => isCanceledStatus(data.status) && isInRange(data, wanted),
		);
	}

	/** The soonest whose turn it is, those that were listed first. */
	private takeDue(missing: Missing[], now: number): Missing[] {
		const ahead = missing.filter(
			({ start, isListed }) => start > now && (isListed || start < FOREVER),
		);
		const before = this.searches;
		this.searches = new Map();
		for (const { key } of ahead) {
			const search = before.get(key);
			if (search) this.searches.set(key, { ...search, checksSince: search.checksSince + 1 });
		}
		const isDue = ({ key }: Missing) => {
			const search = this.searches.get(key);
			if (!search) return true;
			return search.checksSince >= 2 ** (search.times - 1) || now - search.at >= RARELY_MS;
		};
		const soonestFirst = (one: Missing, other: Missing) =>
			Number(other.isListed) - Number(one.isListed) || (one.start < other.start ? -1 : 1);
		return ahead.filter(isDue).sort(soonestFirst).slice(0, MOST_AT_ONCE);
	}
}

/** The canceled appointments with one of these keys. */
async function listCanceled(
	{ client, filters, since, zone }: ListRequest,
	keys: Set<Key>,
): Promise<IDataObject[]> {
	const canceled = withinSpan({ ...filters, is_cancelled: true }, since, undefined, zone);
	const listed = await wholeList(listAppointments(client, canceled, ALL_ENTRIES));
	return listed.filter(({ appointment_key: key }) => {
		const found = comparableKey(key);
		return found !== undefined && keys.has(found);
	});
}

/** By its key, an appointment is also found after it was moved out of the range. */
function isInRange({ start_date }: IDataObject, { filters, zone }: ListRequest): boolean {
	const moment = instantOf(start_date, zone);
	if (moment === undefined) return true;
	// In this format, local times sort as text.
	const start = wallClock(moment, zone);
	return start >= (filters.start_date ?? start) && start <= (filters.end_date ?? start);
}

/** Undefined if the service does not show it by its key. For what is another account's, some respond with 403. */
export async function shownOf(
	client: ServiceClient,
	key: string,
): Promise<IDataObject | undefined> {
	const body = await readAppointment(client, key).catch((error: unknown) => {
		if (!hasStatus(error, 403, 404, 410)) throw error;
	});
	const found = unwrapped(body);
	return sameKey(found.appointment_key, key) ? found : undefined;
}
