import { filled, statusOptions, validStatus } from '../../fields/values';
import { setStatus } from '../../service/appointmentChanges';
import type { Operation } from '../operation';
import { answeredItem, appointmentKey, appointmentProperties } from './fields';

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
			// No default may change data.
			default: '',
			required: true,
			description: 'New status of the appointment',
		},
	],
	isChange: true,
	async execute(call) {
		const given = call.parameters.get('status');
		const status = validStatus(filled(given, 'Status', 'Choose the new status'));
		const appointment_key = await appointmentKey(call);
		const answer = await setStatus(call.client, appointment_key, status);
		return [answeredItem(call, answer, { appointment_key, status })];
	},
};
