import type { IDataObject } from 'n8n-workflow';

import { appointmentList, listAppointments, withArrayFormat } from './appointments';
import { InputError, ServiceError } from './core/errors';
import type { AppointmentFilters } from './core/vocabulary';
import type { ServiceClient } from './http/client';
import { isTemporary } from './http/retry';
import { fetchPage } from './lists/pages';
import { queryString } from './values/addresses';
import { keyIn } from './values/keys';
import { ALL_ENTRIES } from './lists/collect';

const FIELD = 'Array Format';
const REMEDY = 'Choose another format in the credential. PHP, Laravel: Brackets. Django: Repeat';
/** No service and no tag has this key. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

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
	const firstPage = async (query: AppointmentFilters) => {
		const search = queryString({ ...query }, client.settings.arrayFormat);
		return (await fetchPage(client, appointmentList, search)).elements;
	};
	for (const [name] of lists) {
		const found = await firstPage({ ...filters, [name]: [NOBODY] }).catch(refusedKeys);
		if (found.length > 0) throw new InputError(FIELD, `the service ignores "${name}"`, REMEDY);
	}
	if (lists.every(([, keys]) => keys.length < 2)) return;
	const reversed = Object.fromEntries(lists.map(([name, keys]) => [name, keys.toReversed()]));
	const keysInOneOnly = async (read: (query: AppointmentFilters) => Promise<IDataObject[]>) => {
		const both = [read(filters), read({ ...filters, ...reversed })];
		const [some = [], others = []] = (await Promise.all(both)).map((entries) =>
			entries.map(({ appointment_key }) => keyIn(appointment_key)),
		);
		return [...some, ...others].filter((key) => !some.includes(key) || !others.includes(key));
	};
	const first = await keysInOneOnly(firstPage).catch((error: unknown) => {
		throw withArrayFormat(error, filters);
	});
	if (first.length === 0) return;
	// Another order fills the first page with others, and an appointment may have been booked meanwhile.
	const again = await keysInOneOnly(
		async (query) => (await listAppointments(client, query, ALL_ENTRIES)).elements,
	);
	if (!again.some((key) => first.includes(key))) return;
	const [[name] = ['']] = lists;
	throw new InputError(FIELD, `of several keys in "${name}", the service reads only one`, REMEDY);
}

/** Some services refuse unknown keys, or fail on them. */
function refusedKeys(error: unknown): IDataObject[] {
	if (error instanceof ServiceError && (error.status === 500 || !isTemporary(error))) return [];
	throw error;
}
