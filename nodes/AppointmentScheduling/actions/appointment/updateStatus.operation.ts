import { statusOptions, validStatus } from '../../parameters/values';
import { APPOINTMENT_STATUSES } from '../../service/vocabulary';
import type { Operation } from '../operation';
import { appointmentInTool, appointmentProperty, clientPhoneOption } from './parameters';

export const updateStatus: Operation = {
	name: 'Update Status',
	action: 'Update appointment status',
	description: 'Change the status of an appointment, e.g. to attended or no-show',
	properties: [
		appointmentProperty,
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
	toolDefaults: appointmentInTool,
	options: [clientPhoneOption],
	isChange: true,
	async execute(call) {
		const status = validStatus(call.parameters.get('status'));
		const { presentAppointment } = await import('./find/chosen');
		const { key, former } = await presentAppointment(call);
		const { setStatus } = await import('../../service/changes');
		const { inPanel } = await import('./change/inPanel');
		const answer = await inPanel(setStatus(call.client, key, status));
		call.note(`The status is set to ${status} (${APPOINTMENT_STATUSES[status]})`);
		const { changedItem } = await import('./change/changed');
		return [await changedItem(call, key, answer, { status }, former)];
	},
};
