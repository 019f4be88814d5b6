import { getAppointment, simplified } from '../../service/appointments';
import { asItem } from '../../service/values/bodies';
import type { Operation } from '../operation';
import { appointmentKey, appointmentProperties, simplifyProperties } from './parameters';

export const get: Operation = {
	name: 'Get',
	action: 'Get appointment',
	description: 'Retrieve one appointment by its key or its code',
	properties: [...appointmentProperties, ...simplifyProperties],
	async execute(call) {
		const isSimple = call.parameters.flag('simplify', 'Simplify');
		const appointment = await getAppointment(call.client, await appointmentKey(call));
		return [isSimple ? simplified(appointment, call.zoneIfSet()) : asItem(appointment)];
	},
};
