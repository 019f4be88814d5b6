import { latest, withoutMoment, storedRow, type Known, type Row, type State } from './row';

/** A row, with its key as the service writes it. */
export interface Entry {
	spelling: string;
	row: Row;
	/** Whether a list has shown the appointment; otherwise anybody may have sent its key. */
	isListed: boolean;
}

const RADIX = 36;
const NOTHING = '-';
const LISTED = '+';

const packNumber = (value: number | undefined): string =>
	value === undefined ? '' : Math.floor(value).toString(RADIX);
const unpackNumber = (text: string | undefined): number | undefined => {
	const value = parseInt(text ?? '', RADIX);
	return Number.isNaN(value) ? undefined : value;
};
/** Without spaces and dots, which separate what is stored. */
const packText = (text: string | undefined): string =>
	encodeURIComponent((text ?? '').replace(/\p{Cs}/gu, '')).replaceAll('.', '%2E');
/** Undefined if it is not valid: static data may have been edited. */
function unpackText(text: string | undefined): string | undefined {
	try {
		return text ? decodeURIComponent(text) : undefined;
	} catch {
		return undefined;
	}
}

const pack = (state: State | undefined, number: number | undefined, ...more: string[]): string =>
	state === undefined
		? NOTHING
		: [packNumber(state.start), packNumber(number), packText(state.status), ...more].join('.');

function unpack(text: string | undefined): (Known & { more?: string; mark?: string }) | undefined {
	const [start, at, status, more, mark] = (text ?? '').split('.');
	const moment = unpackNumber(at);
	if (moment === undefined) return undefined;
	return { start: unpackNumber(start), status: unpackText(status), at: moment, more, mark };
}

/**
 * One line. Undefined if nothing of it outlives the process.
 * @param areElsewhere whether other processes receive deliveries
 */
export function packRow(
	{ spelling, row, isListed }: Entry,
	areElsewhere = false,
): string | undefined {
	const stored = storedRow(row, areElsewhere);
	if (!stored) return undefined;
	const { reported, seen, caught, late, tried } = stored;
	const known = (state: Known | undefined) =>
		pack(state, state?.at, ...(state?.isListed ? [LISTED] : []));
	const parts = [
		spelling,
		isListed ? LISTED : NOTHING,
		known(seen),
		known(reported),
		pack(caught, caught?.at, packText(caught?.event), ...(caught?.isOpen ? [LISTED] : [])),
		known(late),
		pack(tried, tried?.times, packText(tried?.event)),
	];
	return parts.join(' ').replace(/(?: -){1,5}$/, '');
}

/** Undefined if the line is not valid. */
function unpackRow(line: string): Entry | undefined {
	const [spelling = '', listed, ...parts] = line.split(' ');
	const [seen, reported, caught, late, tried] = parts.map((part) => unpack(part));
	const known = (found: typeof seen): Known | undefined =>
		found && {
			start: found.start,
			status: found.status,
			at: found.at,
			isListed: found.more === LISTED,
		};
	const row: Row = {
		runs: [],
		seen: known(seen),
		reported: known(reported),
		caught: caught && {
			...withoutMoment(caught),
			at: caught.at,
			event: unpackText(caught.more) ?? '',
			isOpen: caught.mark === LISTED,
		},
		late: known(late),
		tried: tried && {
			...withoutMoment(tried),
			times: tried.at,
			event: unpackText(tried.more) ?? '',
		},
	};
	return spelling === '' ? undefined : { spelling, row, isListed: listed === LISTED };
}

/** The valid rows among stored texts of several lines each, the newest last. */
export const unpackRows = (texts: unknown[]): Entry[] =>
	texts
		.flatMap((text) => String(text).split('\n'))
		.flatMap((line) => unpackRow(line) ?? [])
		.map((entry) => ({ entry, at: latest(entry.row)?.at ?? 0 }))
		.sort((one, other) => one.at - other.at)
		.map(({ entry }) => entry);
