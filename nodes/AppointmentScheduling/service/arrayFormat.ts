import { listAppointments } from './appointments';
import { InputError, ServiceError } from './core/errors';
import type { AppointmentFilters } from './core/vocabulary';
import type { ServiceClient } from './http/client';
import { isTemporary } from './http/retry';
import { ALL_ENTRIES } from './lists/list';
import { keyIn } from './values/keys';

const FIELD = 'Array Format';
const ADVICE = 'Choose another format in the credential. PHP, Laravel: Brackets. Django: Repeat';
/** No service and no tag has this key. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Enough entries to see whether the keys are read. */
const FEW = 50;

/** The filters that are lists of keys. */
const listsIn = (filters: AppointmentFilters): Array<[name: string, keys: string[]]> =>
	Object.entries(filters).filter(([, value]) => Array.isArray(value)) as Array<[string, string[]]>;

/** Filters of one kind need one check in a run. Undefined without a list of keys. */
export function kindOf(filters: AppointmentFilters): string | undefined {
	const kinds = listsIn(filters).map(([name, keys]) => `${name}:${keys.length > 1}`);
	return kinds.length > 0 ? `${FIELD} ${kinds.join()}` : undefined;
}

/**
 * Whether the service reads lists of keys as they are written. PHP keeps only the last of repeated
 * names, and Django ignores names with brackets; neither reports it. A key that nobody has must give
 * nothing, and two keys the same in both orders. If they give nothing, the first one that gives something
 * must give it twice, too. What the service refuses proves nothing. This holds whether it wants any or all keys.
 * @throws InputError
 */
export async function checkArrayFormat(
	client: ServiceClient,
	filters: AppointmentFilters,
): Promise<void> {
	for (const [name, [first = '', second]] of listsIn(filters)) {
		const find: Find = async (keys, limit) => {
			const list = listAppointments(client, { ...filters, [name]: keys }, limit);
			return (await list.catch(refused))?.elements.map((one) => keyIn(one.appointment_key));
		};
		const nobody = await find([NOBODY], 1);
		if (nobody && nobody.length > 0) {
			throw new InputError(FIELD, `the service ignores "${name}"`, ADVICE);
		}
		if (second === undefined || !(await areReadAsOne(find, first, second))) continue;
		const problem = `the service does not read each of several keys in "${name}"`;
		throw new InputError(FIELD, problem, ADVICE);
	}
}

/** The keys of what is found; undefined if the service refuses. */
type Find = (keys: string[], limit: number) => Promise<Array<string | undefined> | undefined>;

async function areReadAsOne(find: Find, first: string, second: string): Promise<boolean> {
	const inBothOrders = async (limit: number) =>
		await Promise.all([find([first, second], limit), find([second, first], limit)]);
	const [some, others] = await inBothOrders(FEW);
	if (some?.length === 0 && others?.length === 0) {
		for (const key of [first, second]) {
			const alone = await find([key], 1);
			if (alone?.length === 0) continue;
			const twice = await find([key, key], 1);
			return alone !== undefined && twice?.length === 0;
		}
		return false;
	}
	const different = inOneOnly(some, others);
	if (different.length === 0) return false;
	// Another order fills the first page with others, and an appointment may have been booked meanwhile.
	const again = inOneOnly(...(await inBothOrders(ALL_ENTRIES)));
	return again.some((key) => different.includes(key));
}

/** Empty if one is unknown. */
function inOneOnly<T>(some?: T[], others?: T[]): T[] {
	if (some === undefined || others === undefined) return [];
	const [one, other] = [new Set(some), new Set(others)];
	return [...some, ...others].filter((key) => !one.has(key) || !other.has(key));
}

/** Some services refuse unknown keys, or fail on them. */
function refused(error: unknown): undefined {
	if (!(error instanceof ServiceError)) throw error;
	if (error.status !== 500 && isTemporary(error)) throw error;
}
