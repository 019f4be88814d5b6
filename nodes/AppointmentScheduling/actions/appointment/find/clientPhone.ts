import type { Appointment } from '../../../service/appointment';
import { InputError, ONLY_USER } from '../../../service/errors';
import { digitsIn, FEWEST_DIGITS, isSamePhone } from '../../../service/values/phones';
import type { ItemParameters } from '../../itemParameters';
import { CLIENT_PHONE, clientPhoneOption } from '../parameters';

const { name: NAME } = clientPhoneOption;

/** A hint. */
export const NO_PHONE_SHOWN =
	"The service showed an appointment without any phone number, so 'Client Phone' refused it";

export const isOfClient = ({ people }: Appointment, phone: string): boolean =>
	people.some((person) => isSamePhone(person.phone ?? '', phone));

export const showsPhone = ({ people }: Appointment): boolean =>
	people.some((person) => person.phone !== undefined);

/**
 * The digits of the number that binds a chat to its client. Undefined if the option was not added.
 * @throws InputError if it was added and has no number: nothing is then open to anybody
 */
export function clientPhoneIn(parameters: ItemParameters): string | undefined {
	const options = parameters.collection('options');
	const isFromModel = parameters.filledByModel('options').includes(NAME);
	if (!isFromModel && !(NAME in options)) return undefined;
	const digits = isFromModel ? '' : digitsIn(options[NAME]);
	if (digits.length >= FEWEST_DIGITS) return digits;
	throw new InputError(
		CLIENT_PHONE,
		'it has no number. Nothing was read or changed',
		'Fill it with an expression that gives the phone number of the client, with at least eight digits. A model cannot fill it',
		ONLY_USER,
	);
}
