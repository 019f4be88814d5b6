import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { trueOrFalse } from '../../fields/values';
import { reschedule } from '../../service/appointments';
import { asItem } from '../../service/values/bodies';
import { offsetDate } from '../../service/values/dates';
import { InputError } from '../../service/errors';
import { occupantOf } from '../../service/slots';
import type { Call } from '../operation';
import type { ItemParameters } from '../parameters';
import { appointmentKey, appointmentProperty, appointmentTurn } from './locator';

const FIELD = 'Start Date';

export const properties: INodeProperties[] = [
	appointmentProperty('reschedule'),
	{
		displayName: FIELD,
		name: 'startDate',
		type: 'dateTime',
		default: '',
		required: true,
		displayOptions: { show: { resource: ['appointment'], operation: ['reschedule'] } },
		description:
			'New start of the appointment. A time without offset is read in the time zone of the options or the workflow.',
	},
];

export const turn = appointmentTurn;

/** An expression without a value must not skip the check. */
function checksSlot(parameters: ItemParameters): boolean {
	const options = parameters.collection('options');
	const isSet = 'checkSlot' in options && options.checkSlot !== '';
	return isSet && trueOrFalse(options.checkSlot, 'Check Slot');
}

export async function execute({ parameters, client }: Call): Promise<IDataObject[]> {
	const { zone } = parameters;
	const startDate = offsetDate(parameters.get('startDate'), zone, FIELD);
	const key = await appointmentKey(parameters, client);
	if (checksSlot(parameters)) {
		const occupant = await occupantOf(client, key, startDate, zone);
		if (occupant !== undefined) {
			throw new InputError(
				FIELD,
				`${startDate} is taken in this calendar by appointment ${occupant}`,
				'Choose another time, or switch Check Slot off to let the service decide',
			);
		}
	}
	const answer = await reschedule(client, key, startDate);
	return [asItem(answer, { appointment_key: key, start_date: startDate })];
}
