import { statusOptions, validStatus } from '../../parameters/values';
import { APPOINTMENT_STATUSES } from '../../service/core/vocabulary';
import { turnOf, type Operation } from '../operation';
import { changedItem } from './changed';
import { appointmentInTool, appointmentKey, appointmentProperty } from './parameters';

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
	isChange: true,
	async execute(call) {
		const status = validStatus(call.parameters.get('status'));
		const appointment_key = await appointmentKey(call);
		call.note(`The status is set to ${status} (${APPOINTMENT_STATUSES[status]})`);
		const { setStatus } = await import('../../service/appointmentChanges');
		const answer = await call.inTurn(turnOf(appointment_key), async () =>
			setStatus(call.client, appointment_key, status),
		);
		return [await changedItem(call, appointment_key, answer, { status })];
	},
};
