import type { IDataObject } from 'n8n-workflow';

import { getAppointment, isAppointment } from '../../service/appointments';
import { InputError, ServiceError } from '../../service/core/errors';
import { isCanceledStatus } from '../../service/core/vocabulary';
import { asItem, isBlank, unwrapped } from '../../service/values/bodies';
import { instantOf } from '../../service/values/dates';
import { presentMoment } from '../notes';
import type { Call } from '../operation';
import { simplifiedItem } from './parameters';

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
	former: IDataObject = {},
): Promise<IDataObject> {
	if (!call.parameters.isTool) return asItem(answer, { appointment_key, ...sent });
	const answered = { ...filledFields(call, answer), ...sent };
	const isWhole = READ_OUT.every((name) => name in answered);
	const now = isWhole ? {} : filledFields(call, await readAgain(call, appointment_key));
	// The former status is not certain to be the present one.
	const before = { ...simplifiedItem(call, { ...former, appointment_key }), status: null };
	return { ...before, ...now, ...answered };
}

function filledFields(call: Call, body: unknown): IDataObject {
	if (!isAppointment(unwrapped(body))) return {};
	const fields = Object.entries(simplifiedItem(call, body)).filter(([, value]) => !isBlank(value));
	return Object.fromEntries(fields);
}

/** The change was made, whether it can be read or not. */
async function readAgain({ client, note }: Call, key: string): Promise<unknown> {
	return await getAppointment(client, key).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		note('The appointment could not be read after the change');
	});
}

/** Only in a tool: people may move a canceled appointment. @throws InputError */
export function refuseCanceled({ parameters }: Call, { status }: IDataObject): void {
	if (!parameters.isTool || !isCanceledStatus(status)) return;
	throw refusal(`it is canceled (${String(status)}), so it cannot be moved`);
}

/** Only in a tool: people may correct the past. @throws InputError */
export function refuseBegun(call: Call, { start_date }: IDataObject): void {
	const start = instantOf(start_date, call.zoneIfSet());
	if (!call.parameters.isTool || start === undefined || start >= Date.now()) return;
	throw refusal(
		`it began at ${String(start_date)}, so it cannot be canceled: it is now ${presentMoment(call)}`,
	);
}

const refusal = (problem: string) => new InputError('Appointment', problem, 'Choose another one');
