import { getAppointment } from '../../service/appointments';
import { asItem } from '../../service/values/bodies';
import type { Operation } from '../operation';
import {
	appointmentInTool,
	appointmentKey,
	appointmentProperty,
	simplifiedItem,
	simplifyInTool,
	simplifyProperty,
} from './parameters';

export const get: Operation = {
	name: 'Get',
	action: 'Get appointment',
	description: 'Retrieve one appointment',
	properties: [appointmentProperty, simplifyProperty],
	toolDefaults: { ...appointmentInTool, ...simplifyInTool },
	async execute(call) {
		const isSimple = call.parameters.flag('simplify', 'Simplify');
		const appointment = await getAppointment(call.client, await appointmentKey(call));
		return [isSimple ? simplifiedItem(call, appointment) : asItem(appointment)];
	},
};
