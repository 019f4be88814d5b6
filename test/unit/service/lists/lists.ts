import {
	collect,
	type Collected,
	type Purpose,
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

export interface Row {
	appointment_key: string;
}

export const rowsOf = (count: number, from = 0): Row[] =>
	Array.from({ length: count }, (_, index) => ({ appointment_key: `key-${from + index}` }));

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
			const { body, headers } = listAnswer(rows(), place, dialect(knobs), (row) => row);
			return json(body, 200, headers);
		} catch (error) {
			if (error instanceof Refusal) return json({ detail: error.words }, error.status);
			throw error;
		}
	}, settings);
}

function refuseUnknown(query: URLSearchParams, { pagination = 'none' }: Partial<Dialect>): void {
	const own = pagination === 'none' ? [] : [STYLES[pagination].parameter];
	const known = new Set<string>([...own, 'status', 'name', 'email']);
	const unknown = [...query.keys()].find((name) => !known.has(name));
	if (unknown !== undefined) throw new Refusal(400, 'Unknown parameter.', unknown);
}

export async function read(
	talk: Talk,
	limit = Infinity,
	query: Record<string, string> = {},
	purpose?: Purpose,
): Promise<Collected> {
	const list = { path, keys: ['appointment_key'], entryFields: APPOINTMENT_FIELDS };
	const filters = new URLSearchParams(query).toString();
	return await collect(talk.client, list, filters, limit, purpose);
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
