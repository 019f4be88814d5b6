import { asLocator, locatorKey } from '../../../parameters/locator';
import { filledText } from '../../../parameters/values';
import type { Appointment } from '../../../service/appointment';
import { findByCode, getAppointment } from '../../../service/appointments';
import { hasStatus, InputError, ServiceError, withModelAdvice } from '../../../service/errors';
import type { Call } from '../../operation';
import { clientPhoneIn, isOfClient, NO_PHONE_SHOWN, showsPhone } from './clientPhone';
import { APPOINTMENT } from '../parameters';
import { refuseUnreadable } from '../refusals';

/** For a model. */
const CHOOSE_ENTRY =
	'Choose an entry of the list by its key or its code, whichever this tool asks for, or tell the user';

/** How the appointment is named. */
type Named = { key: string } | { code: string };

interface Found {
	appointment: Appointment;
	/** Whether the service has shown the code that it was found by. */
	isSure: boolean;
}

/**
 * The appointment before a change. It is read only if that is needed: in a tool, with 'Client Phone',
 * or for the change itself.
 * @throws InputError in a tool, if a model cannot know whose appointment it is, and when
 */
export async function presentAppointment(
	call: Call,
	isNeeded = false,
): Promise<{ key: string; former?: Appointment }> {
	const { parameters, client } = call;
	if (isNeeded || parameters.isTool || clientPhoneIn(parameters) !== undefined) {
		const { appointment, isSure } = await findChosen(call);
		if (!isSure && parameters.isTool) {
			// A model cannot see that it is another one.
			throw new InputError(
				APPOINTMENT,
				'the service does not show which appointment has this code',
				`Choose By Key in '${APPOINTMENT}' of this tool`,
				'Tell the user. Only they can let this tool find appointments by key',
			);
		}
		refuseUnreadable(call, appointment);
		return { key: appointment.key, former: appointment };
	}
	const named = namedIn(call);
	if ('key' in named) return named;
	const { appointment } = await findByCode(client, named.code, APPOINTMENT);
	return { key: appointment.key };
}

/** The appointment that 'Appointment' names. @throws InputError, ServiceError */
export async function findChosen(call: Call): Promise<Found> {
	const phone = clientPhoneIn(call.parameters);
	const reading = read(call, namedIn(call));
	if (phone !== undefined) return await ofClient(call, phone, reading);
	return await reading.catch((error: unknown) => {
		throw isNotFound(error) ? error.adviseModel(CHOOSE_ENTRY) : error;
	});
}

/** That of a code is an InputError. */
const isNotFound = (error: unknown): error is InputError | ServiceError =>
	error instanceof InputError || hasStatus(error, 404, 410);

/** @throws InputError */
function namedIn({ parameters }: Call): Named {
	const given = parameters.get('appointment');
	const { mode, value } = asLocator(given);
	return withModelAdvice(CHOOSE_ENTRY, () =>
		mode === 'code'
			? { code: filledText(value, APPOINTMENT, 'Enter the code on the confirmation') }
			: { key: locatorKey(given, APPOINTMENT) },
	);
}

async function read({ client }: Call, named: Named): Promise<Found> {
	if ('key' in named) {
		return { appointment: await getAppointment(client, named.key), isSure: true };
	}
	const { appointment, isShown } = await findByCode(client, named.code, APPOINTMENT);
	return { appointment: await getAppointment(client, appointment.key), isSure: isShown };
}

/** Somebody else's appointment gets the same answer as one that does not exist. */
async function ofClient(
	{ hintUser }: Call,
	phone: string,
	reading: Promise<Found>,
): Promise<Found> {
	const found = await reading.catch((error: unknown) => {
		if (!isNotFound(error)) throw error;
		return undefined;
	});
	if (found && isOfClient(found.appointment, phone)) return found;
	if (found && !showsPhone(found.appointment)) hintUser(NO_PHONE_SHOWN);
	throw new ServiceError(
		'No appointment of this client has this key or code (404)',
		"Check the key or the code. With 'Client Phone', only an appointment in which an attendee has this number is found: none, if the service shows no phone numbers",
		{ status: 404, modelAdvice: CHOOSE_ENTRY },
	);
}
