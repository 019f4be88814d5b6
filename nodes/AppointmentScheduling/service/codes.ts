import type { IDataObject } from 'n8n-workflow';

import { listAppointments } from './appointments';
import { InputError, ServiceError } from './core/errors';
import type { ServiceClient } from './http/client';
import type { Collected } from './lists/collect';
import { keyIn } from './values/keys';

/** The first list for a code in each run. A service that ignores the filter lists everybody. */
const firstLists = new WeakMap<ServiceClient, Promise<Collected | undefined>>();

/** @throws InputError if no appointment, or several, have this code */
export async function keyOfCode(client: ServiceClient, code: string): Promise<string> {
	const { elements, incomplete } = await listFor(client, code);
	const same = withCode(elements, code);
	const exact = same.filter(({ search_code: found }) => found === code);
	const [match, ...others] = exact.length > 0 ? exact : same;
	const key = keyIn(match?.appointment_key);
	if (key !== undefined && others.length === 0) return key;
	if (key === undefined && incomplete !== undefined) {
		throw new ServiceError(incomplete, 'Choose the appointment by its key instead');
	}
	throw new InputError(
		'Appointment',
		`${key === undefined ? 'no appointment has' : 'several appointments have'} the code "${code}"`,
		'Check the code on the confirmation, or choose the appointment from the list',
	);
}

const withCode = (elements: IDataObject[], code: string): IDataObject[] =>
	elements.filter(({ search_code: found }) => String(found).toLowerCase() === code.toLowerCase());

/** The other items wait for the first one, because its list may have their codes, too. */
async function listFor(client: ServiceClient, code: string): Promise<Collected> {
	const read = async () => await listAppointments(client, { search_code: code }, Infinity);
	const earlier = firstLists.get(client);
	if (!earlier) {
		const reading = read();
		firstLists.set(client, codesIn(reading));
		return await reading;
	}
	const first = await earlier;
	return first && withCode(first.elements, code).length > 0 ? first : await read();
}

/** Of a long list, only what is needed is kept. */
const codesIn = async (reading: Promise<Collected>): Promise<Collected | undefined> =>
	await reading.then(
		({ elements }) => ({
			elements: elements.map(({ search_code, appointment_key }) => ({
				search_code,
				appointment_key,
			})),
		}),
		() => undefined,
	);
