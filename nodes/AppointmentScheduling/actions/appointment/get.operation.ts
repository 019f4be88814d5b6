import { trueOrFalse } from '../../parameters/values';
import { simplified } from '../../service/appointment';
import type { Operation } from '../operation';
import {
	appointmentInTool,
	appointmentProperty,
	clientPhoneOption,
	simplifyInTool,
	simplifyProperty,
} from './parameters';

export const get: Operation = {
	name: 'Get',
	action: 'Get appointment',
	description: 'Retrieve one appointment',
	properties: [appointmentProperty, simplifyProperty],
	toolDefaults: { ...appointmentInTool, ...simplifyInTool },
	options: [clientPhoneOption],
	async execute(call) {
		const isSimple = trueOrFalse(call.parameters.get('simplify'), 'Simplify');
		const { findChosen } = await import('./find/chosen');
		const { data } = (await findChosen(call)).appointment;
		return [isSimple ? simplified(data, call.zoneIfSet()) : data];
	},
};
