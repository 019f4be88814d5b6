import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { chosenStatus, statusOptions } from '../../fields/status';
import { setStatus } from '../../service/appointments';
import { asItem } from '../../service/values/bodies';
import type { Call } from '../operation';
import { appointmentKey, appointmentProperties, appointmentTurn } from './locator';

export const option = {
	name: 'Update Status',
	action: 'Update appointment status',
	description: 'Change the status of an appointment, e.g. to attended or no-show',
};

export const properties: INodeProperties[] = [
	...appointmentProperties,
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		options: statusOptions,
		default: '',
		required: true,
		description: 'New status of the appointment',
	},
];

export const turn = appointmentTurn;

export async function execute({ parameters, client }: Call): Promise<IDataObject[]> {
	const status = chosenStatus(parameters.get('status'));
	const key = await appointmentKey(parameters, client);
	const answer = await setStatus(client, key, status);
	return [asItem(answer, { appointment_key: key, status })];
}
