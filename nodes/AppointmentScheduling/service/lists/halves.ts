import type { IDataObject } from 'n8n-workflow';

import { hasStatus } from '../core/errors';
import type { AppointmentFilters } from '../core/vocabulary';
import { inOrder } from '../http/pool';
import type { Collected } from './collect';
import type { List } from './page';
import { addTo, type Entries } from './reading';

const MOST_PARTS = 1_000;

interface Whole {
	list: List;
	limit: number;
	read: (filters: AppointmentFilters) => Promise<Collected>;
	/** YYYY-MM-DDTHH:MM:SS, as the filters are. */
	startOf: (appointment: IDataObject) => string | undefined;
}

type Open = Pick<Collected, 'incomplete' | 'isGuess'>;

/**
 * The rest of a list of which the service returns only the first page: in two halves by start, and
 * each of these in halves as long as it is cut off, too.
 */
export async function collectHalves(
	{ list, limit, read, startOf }: Whole,
	filters: AppointmentFilters,
	cut: Collected,
): Promise<Collected> {
	const found: Entries = new Map();
	addTo(found, cut.elements, list);
	let count = 0;
	const split = async (of: AppointmentFilters, part: Collected): Promise<Open> => {
		const { elements, incomplete } = part;
		const starts = elements.map(startOf);
		const at = middleOf(of, starts);
		// All that may be missing starts in the same second as what is shown, or in the next one.
		const isGuess = part.isGuess && at === undefined && !starts.includes(undefined);
		if (at === undefined || (count += 2) > MOST_PARTS) return { incomplete, isGuess };
		const parts = [
			{ ...of, end_date: at },
			{ ...of, start_date: at },
		];
		const halves = await Promise.all(parts.map(read)).catch(refused);
		// A service that ignores the days returns the same again.
		const news = halves.filter(
			(half) => addTo(found, half.elements, list) > 0 || half.elements.length < elements.length,
		);
		if (news.length === 0) return { incomplete, isGuess: false };
		const outcomes = await inOrder(halves.length, 2, async (nth): Promise<Open> => {
			const half = halves[nth] ?? cut;
			if (found.size >= limit) return {};
			if (!half.isCut) return { incomplete: half.incomplete };
			// The first list has shown how long a page is.
			const isFull = half.elements.length >= cut.elements.length;
			return isFull ? await split(parts[nth] ?? of, half) : {};
		});
		const open = outcomes.filter((outcome) => outcome.incomplete !== undefined);
		return open.find((outcome) => !outcome.isGuess) ?? open[0] ?? {};
	};
	const open = await split(filters, cut);
	return {
		elements: [...found.values()].slice(0, limit),
		...(open.incomplete !== undefined && open),
	};
}

function refused(error: unknown): Collected[] {
	if (hasStatus(error, 400, 422)) return [];
	throw error;
}

/** A second at which hardly anything starts, so that no half needs to contain it. */
function middleOf(
	{ start_date: since = '', end_date: until = '~' }: AppointmentFilters,
	starts: Array<string | undefined>,
): string | undefined {
	const sorted = starts.filter((start) => start !== undefined).sort();
	const median = Date.parse(`${sorted[Math.floor(sorted.length / 2) + 1]}Z`);
	if (Number.isNaN(median)) return undefined;
	const times = [-1_000, 1_000].map((ms) => new Date(median + ms).toISOString().slice(0, 19));
	return times.find((time) => since < time && time < until);
}
