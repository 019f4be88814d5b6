import type { Appointment } from '../service/appointment';
import { appointmentsIn, findAppointment, listAppointments } from '../service/appointments';
import type { Client } from '../service/client';
import type { List } from '../service/lists';
import { DAY_MS, HOUR_MS, NEVER } from '../service/values/dates';
import { widerSpan } from '../service/values/entered';
import type { AppointmentFilters } from '../service/vocabulary';
import type { Book } from './book';

/** An appointment is listed for two days after its start, because its status often changes then. */
export const LISTED_MS = 2 * DAY_MS;
/** Of those that the list lacks, so many are asked for in a check. */
const MOST_ASKED = 20;
const MOST_CANCELED = 100;
/** Checks in a row at which the service has no such appointment. */
const ENOUGH_ABSENCES = 2;

const OTHER_ACCOUNT =
	'The credential has another account. Its appointments are recorded, and changes run from now on';
const EMPTY = 'The list of appointments is empty although some are known, so nothing was compared';
const INCOMPLETE = 'Only what the list shows was compared';
const NOT_BEGUN = 'The first list may lack appointments, so new ones do not run yet';
const UNREADABLE = 'The list has entries without a key. They are left out';
const GONE = 'Appointments that were known are gone from the service. Nothing runs for them';
const TOO_MANY =
	'There are more than 20,000 appointments. Those that start last start no execution';
const UNREAD = 'An appointment could not be read. The trigger tries again';

/** Known appointments that have not begun and that the list lacks. */
export type Missing = Map<string, { askedAt: number; absences: number }>;

export interface Watched {
	book: Book;
	client: Client;
	filters: AppointmentFilters;
	/**
	 * What the service has not shown, by key. It belongs to the trigger and outlives a check. Undefined if
	 * nobody asks for what the list lacks.
	 */
	missing?: Missing;
	/** Compares what a read shows with what is known. */
	compare(shown: Appointment[], readAt: number): Promise<void>;
	/** Writes into n8n's log. */
	warn(problem: string, error?: unknown): void;
	/** Whether the trigger was stopped. Another one may go on with the book. */
	isOver(): boolean;
}

interface Outcome {
	list: List;
	/**
	 * Whether appointments are recorded: the first list has to be whole, or has to be the second one that
	 * has only moved while it was read.
	 */
	isRecorded: boolean;
	/** Why some may be missing. */
	problem?: string;
}

/**
 * Compares what the list shows with what is known. Only absence needs a whole list.
 * @throws ServiceError
 */
export async function checkList(watched: Watched): Promise<Outcome> {
	const { book, client, filters, missing, compare, warn, isOver } = watched;
	const readAt = performance.now();
	const list = await listRecent(client, filters);
	const began = client.now - (performance.now() - readAt);
	const { appointments, unreadable } = await appointmentsIn(list.entries, client.zone);
	if (isOver()) return { list, isRecorded: false };
	if (unreadable > 0) warn(UNREADABLE);
	const isOther = book.account !== undefined && book.account !== client.accountId;
	if (isOther && appointments.length === 0 && book.ahead(Date.now()).length > 0) {
		return { list, isRecorded: book.since !== undefined, problem: EMPTY };
	}
	if (isOther && appointments.length > 0 && !appointments.some(({ key }) => book.knows(key))) {
		warn(OTHER_ACCOUNT);
		book.clear();
	}
	const isFirst = book.since === undefined;
	const isSecond = isFirst && book.account !== undefined;
	book.account = client.accountId;
	await compare(appointments, readAt);
	if (isOver()) return { list, isRecorded: false };
	const isWhole = list.incomplete === undefined;
	if (isFirst && (isWhole || (list.hasMoved && isSecond))) book.since = began - HOUR_MS;
	if (!isFirst && isWhole && missing) await askForMissing(watched, missing, appointments);
	book.trim(Date.now());
	if (book.isFull) warn(TOO_MANY);
	const isRecorded = book.since !== undefined;
	const problem = `${isRecorded ? INCOMPLETE : NOT_BEGUN}: ${list.incomplete}`;
	return { list, isRecorded, ...(!isWhole && { problem }) };
}

/** @throws ServiceError */
export const listRecent = async (
	client: Client,
	filters: AppointmentFilters,
	limit?: number,
): Promise<List> => {
	const span = widerSpan(Date.now() - LISTED_MS, undefined, client.zone ?? 'UTC');
	return await listAppointments(client, { ...filters, ...span }, limit);
};

/** Canceled ones may be hidden in a list: the list of canceled ones, then some by key, in turn. */
async function askForMissing(
	watched: Watched,
	missing: Missing,
	listed: Appointment[],
): Promise<void> {
	const { book, client, compare, isOver } = watched;
	const shown = new Set(listed.map(({ key }) => key));
	const lacking = () => book.ahead(Date.now()).filter((key) => !shown.has(key));
	const keys = new Set(lacking());
	for (const key of missing.keys()) if (!keys.has(key)) missing.delete(key);
	if (keys.size === 0) return;
	const readAt = performance.now();
	const list = await listRecent(client, { ...watched.filters, is_cancelled: true }, MOST_CANCELED);
	await compare((await appointmentsIn(list.entries, client.zone)).appointments, readAt);
	const askedAt = (key: string) => missing.get(key)?.askedAt ?? NEVER;
	const due = lacking()
		.filter((key) => (missing.get(key)?.absences ?? 0) < ENOUGH_ABSENCES)
		.sort((one, other) => askedAt(one) - askedAt(other) || 0);
	for (const key of due.slice(0, MOST_ASKED)) {
		if (isOver()) return;
		await askFor(key, watched, missing);
	}
}

async function askFor(
	key: string,
	{ client, compare, warn }: Watched,
	missing: Missing,
): Promise<void> {
	const askedAt = performance.now();
	const before = missing.get(key)?.absences ?? 0;
	const found = await findAppointment(client, key).catch((error: unknown) => {
		warn(UNREAD, error);
		return 'unknown' as const;
	});
	const absences = found ? 0 : before + 1;
	missing.set(key, { askedAt, absences });
	if (found && found !== 'unknown') await compare([found], askedAt);
	if (absences === ENOUGH_ABSENCES) warn(GONE);
}
