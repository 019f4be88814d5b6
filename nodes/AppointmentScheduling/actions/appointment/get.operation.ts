import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { getAppointment, simplified } from '../../service/appointments';
import { asItem } from '../../service/values/bodies';
import type { Call } from '../operation';
import { appointmentKey, appointmentProperties } from './locator';
import { simplifyProperties } from './simplify';

export const option = {
	name: 'Get',
	action: 'Get appointment',
	description: 'Retrieve one appointment by its key or its code',
};

export const properties: INodeProperties[] = [...appointmentProperties, ...simplifyProperties];

export async function execute({ parameters, client }: Call): Promise<IDataObject[]> {
	const isSimple = parameters.flag('simplify', 'Simplify');
	const key = await appointmentKey(parameters, client);
	const appointment = await getAppointment(client, key);
	return [isSimple ? simplified(appointment) : asItem(appointment)];
}
