import type { IDataObject } from 'n8n-workflow';

import { listAppointments } from './appointments';
import { InputError, ServiceError } from './core/errors';
import type { ServiceClient } from './http/client';
import type { Collected } from './lists/collect';
import { ALL_ENTRIES } from './lists/list';
import { keyIn, validKey } from './values/keys';

/** What the first item of a run found: a service that ignores the filter lists everybody. */
const firstLists = new WeakMap<ServiceClient, Promise<IDataObject[]>>();

/** @throws InputError if no appointment, or several, have this code, or its key is unusable */
export async function keyOfCode(
	client: ServiceClient,
	code: string,
	field: string,
): Promise<string> {
	const { elements, incomplete } = await listFor(client, code);
	const exact = elements.filter(({ search_code }) => search_code === code);
	const [match, ...others] = exact.length > 0 ? exact : elements;
	if (match && others.length === 0) return validKey(match.appointment_key, field);
	if (!match && incomplete !== undefined) {
		throw new ServiceError(incomplete, 'Choose the appointment by its key instead');
	}
	throw new InputError(
		field,
		`${match ? 'several appointments have' : 'no appointment has'} the code "${code}"`,
		'Check the code on the confirmation, or choose the appointment from the list',
	);
}

/** The other items wait for the first one, because its list may have their codes, too. */
async function listFor(client: ServiceClient, code: string): Promise<Collected> {
	const earlier = firstLists.get(client);
	const known = earlier ? withCode(await earlier, code) : [];
	if (known.length > 0) return { elements: known };
	const reading = listAppointments(client, { search_code: code }, ALL_ENTRIES);
	if (!earlier) {
		const read = reading.then(
			({ elements }) => elements,
			() => [],
		);
		firstLists.set(client, read);
	}
	const { elements, incomplete } = await reading;
	return { elements: withCode(elements, code), incomplete };
}

const withCode = (appointments: IDataObject[], code: string): IDataObject[] =>
	appointments.filter(
		({ search_code }) => keyIn(search_code)?.toLowerCase() === code.toLowerCase(),
	);
