import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../service/core/errors';
import { inOrder } from '../service/http/pool';
import { isTemporary } from '../service/http/retry';
import { MINUTE_MS } from '../service/values/dates';
import { comparableKey, type Key } from '../service/values/keys';
import type { Book } from './book';
import type { Row } from './rows';
import { canceledFrom } from './state';

/** So many are asked for in a check, the soonest first. */
const MOST_ASKED = 200;
const MOST_AT_ONCE = 8;
const RESTING_MS = 60 * MINUTE_MS;
/** A narrowed token must not cancel a doctor's calendar. */
const MOST_BY_ABSENCE = 3;

/**
 * What the service says about one appointment. `news` is something to tell; `gone` is 404 or 410;
 * `refused` another answer; `failed` none.
 */
export type Answer = 'news' | 'shown' | 'gone' | 'refused' | 'failed';

/** @param warn writes into n8n's log */
export async function answerOf<T>(
	ask: () => Promise<T>,
	warn: (problem: string, error: unknown) => void,
): Promise<T | 'refused' | 'failed'> {
	try {
		return await ask();
	} catch (error) {
		warn('An appointment could not be read. The trigger tries again', error);
		const isRefused = error instanceof ServiceError && error.status && !isTemporary(error);
		return isRefused ? 'refused' : 'failed';
	}
}

/** How the service is asked. */
interface MissingReader {
	/** Asks for one appointment, and compares it if it is shown. */
	ask(row: Row): Promise<Answer>;
	/** @throws ServiceError */
	listCanceled(): Promise<IDataObject[]>;
}

interface Absence {
	answer: Answer;
	/** In ms of a monotonic clock. */
	at: number;
}

/** Known appointments that the list lacks: canceled, deleted, or hidden by mistake. One for each trigger. */
export class MissingAppointments {
	private absences = new Map<Key, Absence>();

	/** A look that a delivery has caused has ended so. The next check counts it. */
	noteGone(key: Key): void {
		this.absences.set(key, { answer: 'gone', at: performance.now() });
	}

	/**
	 * Asks for each that has not begun. To be called once in each check, after the list was compared.
	 * @param listed the keys in the list
	 * @param isTrusted whether the list has shown an appointment that was known before
	 * @returns what is canceled as the service shows it; as it is known if the service shows it nowhere;
	 * and how many are missing without being told
	 */
	async find(
		book: Book,
		listed: Set<Key>,
		{ now, zone, isTrusted }: { now: number; zone: string; isTrusted: boolean },
		reader: MissingReader,
	): Promise<{ canceled: IDataObject[]; gone: IDataObject[]; untold: number }> {
		const missing = book.ahead(now, zone).filter(([key]) => !listed.has(key));
		const before = this.absences;
		const answers = new Map(
			missing.flatMap(([key]) => {
				const absence = before.get(key);
				return absence ? [[key, absence] as const] : [];
			}),
		);
		this.absences = answers;
		const isFew = missing.length <= MOST_BY_ABSENCE;
		const due = missing.filter(([key]) => isFew || !isResting(answers.get(key)));
		const gone: Array<[Key, Row]> = [];
		await inOrder(Math.min(due.length, MOST_ASKED), MOST_AT_ONCE, async (index) => {
			const [key, row] = due[index]!;
			const answer = await reader.ask(row);
			if (answer === 'gone' && answers.get(key)?.answer === 'gone') gone.push([key, row]);
			answers.set(key, { answer, at: performance.now() });
		});
		if (gone.length === 0) return { canceled: [], gone: [], untold: 0 };
		// A service may show canceled appointments in a list only.
		const shown = new Map<Key | undefined, IDataObject>();
		for (const data of await reader.listCanceled()) {
			shown.set(comparableKey(data.appointment_key), data);
		}
		const isOpen = ([key]: [Key, Row]) => !shown.has(key) && !isShown(answers.get(key));
		const absent = gone.filter(isOpen);
		const isBelieved = isTrusted && missing.filter(isOpen).length <= MOST_BY_ABSENCE;
		const canceled = missing.map(([key]) => shown.get(key)).filter((data) => data !== undefined);
		if (isBelieved) {
			const known = absent.map(([, { spelling, told }]) => canceledFrom(spelling, told));
			return { canceled, gone: known, untold: 0 };
		}
		for (const [key] of absent) answers.set(key, { answer: 'refused', at: performance.now() });
		return { canceled, gone: [], untold: absent.length };
	}
}

/** Of many, what the service shows by its key or refuses to, and what is not told, is asked for hourly. */
const isResting = (absence: Absence | undefined): boolean =>
	absence !== undefined &&
	(isShown(absence) || absence.answer === 'refused') &&
	performance.now() - absence.at < RESTING_MS;

const isShown = (absence: Absence | undefined): boolean =>
	absence?.answer === 'news' || absence?.answer === 'shown';
