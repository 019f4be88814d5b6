import { InputError } from '../../../../nodes/AppointmentScheduling/service/errors';

/** What is wrong with a value, by what reading it throws. */
export function problem(act: () => unknown): InputError {
	try {
		act();
	} catch (error) {
		if (error instanceof InputError) return error;
		throw error;
	}
	throw new Error('It was accepted');
}
