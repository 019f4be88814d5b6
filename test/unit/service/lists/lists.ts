import {
	collect,
	type Collected,
} from '../../../../nodes/AppointmentScheduling/service/lists/collect';
import { APPOINTMENT_FIELDS } from '../../../../nodes/AppointmentScheduling/service/lists/list';
import type { ServiceAnswer } from '../../../../nodes/AppointmentScheduling/service/http/response';
import type { ServiceSettings } from '../../../../nodes/AppointmentScheduling/service/http/settings';
import { dialect, type Dialect } from '../../../stand-in/dialects';
import { listAnswer } from '../../../stand-in/lists/pages';
import { STYLES } from '../../../stand-in/lists/pageStyles';
import { Refusal } from '../../../stand-in/server/refusal';
import { json, talkTo, type Talk } from '../support';

export const path = '/api/v3/appointments/';

/** Usual lengths of a page. */
export const SIZES = [
	...[10, 12, 15, 16, 20, 24, 25, 30, 40, 50, 60, 64, 75, 80, 90],
	...[100, 120, 128, 200, 250, 500, 1_000],
];

export interface Row {
	appointment_key: string;
	start_date?: string;
}

export const rowsOf = (count: number, from = 0): Row[] =>
	Array.from({ length: count }, (_, index) => ({ appointment_key: `key-${from + index}` }));

/** The same with a start for each, which the filters by start read. */
export const booked = (count: number): Row[] =>
	rowsOf(count).map((row, index) => {
		const start = new Date(Date.UTC(2026, 4, 1, 8, 30 * index)).toISOString();
		return { ...row, start_date: `${start.slice(0, 19)}+00:00` };
	});

const within = (rows: Row[], query: URLSearchParams): Row[] => {
	if (!query.has('start_date') && !query.has('end_date')) return rows;
	const [since, until] = [query.get('start_date') ?? '', query.get('end_date') ?? '~'];
	return rows.filter(
		({ start_date = '' }) => start_date >= since && start_date.slice(0, 19) <= until,
	);
};

/**
 * A list served in a dialect of the stand-in, page by page, without a network.
 * @param isStrict whether it refuses parameters that it does not know
 */
export function listOf(
	rows: () => Row[],
	knobs: Partial<Dialect>,
	settings: Partial<ServiceSettings> = {},
	isStrict = false,
): Talk {
	return talkTo(async ({ url }, count): Promise<ServiceAnswer> => {
		const { searchParams, search, origin, pathname } = new URL(url);
		const place = { origin, path: pathname, query: search.slice(1) };
		// Answers come back out of order, as they do over a network.
		for (let turn = (count * 7) % 5; turn > 0; turn -= 1) await Promise.resolve();
		try {
			if (isStrict) refuseUnknown(searchParams, knobs);
			const { body, headers } = listAnswer(
				within(rows(), searchParams),
				place,
				dialect(knobs),
				(row) => row,
			);
			return json(body, 200, headers);
		} catch (error) {
			if (error instanceof Refusal) return json({ detail: error.words }, error.status);
			throw error;
		}
	}, settings);
}

function refuseUnknown(query: URLSearchParams, { pagination = 'none' }: Partial<Dialect>): void {
	const own = pagination === 'none' ? [] : [STYLES[pagination].parameter];
	const known = new Set<string>([...own, 'status', 'name', 'email', 'start_date', 'end_date']);
	const unknown = [...query.keys()].find((name) => !known.has(name));
	if (unknown !== undefined) throw new Refusal(400, 'Unknown parameter.', unknown);
}

export async function read(
	talk: Talk,
	limit = Infinity,
	query: Record<string, string> = {},
): Promise<Collected> {
	const list = { path, keys: ['appointment_key'], entryFields: APPOINTMENT_FIELDS };
	const filters = new URLSearchParams(query).toString();
	return await collect(talk.client, list, filters, limit);
}

export const keysIn = ({ elements }: Collected) =>
	elements.map(({ appointment_key }) => appointment_key);

type Body = Record<string, unknown> | unknown[];

/** A list whose pages are written out: the n-th request gets the n-th body, or the last one. */
export const written = (...bodies: Body[]) =>
	talkTo((_request, count): ServiceAnswer => json(bodies[Math.min(count, bodies.length) - 1]));

/** A list whose pages are asked for by a number in the query. */
export const numbered = (pageOf: (page: number) => Body | ServiceAnswer) =>
	talkTo(({ url }, count) => {
		if (count > 20_000) throw new Error('It goes on forever');
		const page = pageOf(Number(new URL(url).searchParams.get('page') ?? 1));
		return 'status' in page && 'headers' in page ? (page as ServiceAnswer) : json(page);
	});
