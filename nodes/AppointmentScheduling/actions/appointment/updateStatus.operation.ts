import { chosenStatus, statusOptions } from '../../fields/status';
import { setStatus } from '../../service/appointments';
import { asItem } from '../../service/values/bodies';
import type { Operation } from '../operation';
import { appointmentKey, appointmentProperties } from './fields';

export const updateStatus: Operation = {
	name: 'Update Status',
	action: 'Update appointment status',
	description: 'Change the status of an appointment, e.g. to attended or no-show',
	properties: [
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
	],
	isChange: true,
	async execute(call) {
		const status = chosenStatus(call.parameters.get('status'));
		const appointment_key = await appointmentKey(call);
		const answer = await setStatus(call.client, appointment_key, status);
		return [asItem(answer, { appointment_key, status })];
	},
};
