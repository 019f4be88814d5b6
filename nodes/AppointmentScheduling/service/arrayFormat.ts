import { listAppointments } from './appointments';
import { InputError, ServiceError } from './core/errors';
import type { AppointmentFilters } from './core/vocabulary';
import type { ServiceClient } from './http/client';
import { isTemporary } from './http/retry';
import { ALL_ENTRIES, type Collected } from './lists/collect';
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
 * Whether the service reads lists of keys as they are written: a key that nobody has must give
 * nothing, and the reverse order the same appointments. PHP keeps only the last of repeated names,
 * and Django ignores names with brackets; neither reports it.
 * @throws InputError
 */
export async function checkArrayFormat(
	client: ServiceClient,
	filters: AppointmentFilters,
): Promise<void> {
	const lists = listsIn(filters);
	for (const [name] of lists) {
		const unknown = { ...filters, [name]: [NOBODY] };
		const { elements } = await listAppointments(client, unknown, 1).catch(refusedKeys);
		if (elements.length > 0) throw new InputError(FIELD, `the service ignores "${name}"`, ADVICE);
	}
	const several = lists.find(([, keys]) => keys.length > 1);
	if (!several) return;
	const reversed = Object.fromEntries(lists.map(([name, keys]) => [name, keys.toReversed()]));
	const keysInOneOnly = async (limit: number) => {
		const orders = [filters, { ...filters, ...reversed }];
		const [some = [], others = []] = await Promise.all(
			orders.map(async (query) => {
				const { elements } = await listAppointments(client, query, limit);
				return elements.map(({ appointment_key }) => keyIn(appointment_key));
			}),
		);
		return [...some, ...others].filter((key) => !some.includes(key) || !others.includes(key));
	};
	const first = await keysInOneOnly(FEW);
	if (first.length === 0) return;
	// Another order fills the first page with others, and an appointment may have been booked meanwhile.
	const again = await keysInOneOnly(ALL_ENTRIES);
	if (!again.some((key) => first.includes(key))) return;
	throw new InputError(
		FIELD,
		`of several keys in "${several[0]}", the service reads only one`,
		ADVICE,
	);
}

/** Some services refuse unknown keys, or fail on them. */
function refusedKeys(error: unknown): Collected {
	if (!(error instanceof ServiceError)) throw error;
	if (error.status !== 500 && isTemporary(error)) throw error;
	return { elements: [] };
}
