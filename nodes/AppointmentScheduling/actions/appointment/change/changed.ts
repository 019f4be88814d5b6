import type { IDataObject } from 'n8n-workflow';

import { appointmentIn, simplified, type Appointment } from '../../../service/appointment';
import { getAppointment } from '../../../service/appointments';
import { ServiceError } from '../../../service/errors';
import { asItem } from '../../../service/values/objects';
import type { Call } from '../../operation';

/** What a model reads out to people. */
const READ_OUT = ['person_name', 'start_date', 'status'];

/**
 * What a change answers: the service's JSON, or what was sent if that is empty. A model gets name,
 * start and status of the appointment, for which it is read once if the service answers without them.
 * @param sent what the change has made of it
 * @param former the appointment before the change, if it was read
 */
export async function changedItem(
	call: Call,
	appointment_key: string,
	answer: unknown,
	sent: IDataObject,
	former?: Appointment,
): Promise<IDataObject> {
	if (!call.parameters.isTool) return asItem(answer, { appointment_key, ...sent });
	const { zone } = call.client;
	const answered = { ...filledFields(answer, zone), ...sent };
	const isWhole = READ_OUT.every((name) => name in answered);
	const now = isWhole ? {} : filledFields(await readAgain(call, appointment_key), zone);
	// The former status is not certain to be the present one.
	const before = { ...simplified(former?.data, zone), appointment_key, status: null };
	return { ...before, ...now, ...answered };
}

function filledFields(body: unknown, zone: string | undefined): IDataObject {
	if (!appointmentIn(body)) return {};
	return Object.fromEntries(
		Object.entries(simplified(body, zone)).filter(([, value]) => value !== null),
	);
}

/** The change was made, whether it can be read or not. */
async function readAgain({ client, note }: Call, key: string): Promise<unknown> {
	const read = await getAppointment(client, key).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		note('The appointment could not be read after the change');
		return undefined;
	});
	return read?.data;
}
