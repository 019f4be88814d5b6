import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { trueOrFalse } from '../../fields/values';
import { ZONE_HINT } from '../../fields/zoneHints';
import { reschedule } from '../../service/appointments';
import { zoneNotice } from '../../n8n/zone';
import { asItem, unwrapped } from '../../service/values/bodies';
import { hasOffset, offsetDate } from '../../service/values/dates';
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
			'New start of the appointment, e.g. 2026-12-01T10:00:00. The service does not say which times are free.',
		hint: ZONE_HINT,
	},
];

export const turn = appointmentTurn;

/** An expression without a value is refused, because it must not skip the check. */
function checksSlot(parameters: ItemParameters): boolean {
	const options = parameters.collection('options');
	const isSet = 'checkSlot' in options && options.checkSlot !== '';
	return isSet && trueOrFalse(options.checkSlot, 'Check Slot');
}

export async function execute(call: Call): Promise<IDataObject[]> {
	const { parameters, client, notify } = call;
	const zone = call.zone();
	const given = parameters.get('startDate');
	const startDate = offsetDate(given, zone.name, FIELD);
	const key = await appointmentKey(parameters, client);
	if (checksSlot(parameters)) {
		const occupant = await occupantOf(client, key, startDate, zone.name);
		if (occupant !== undefined) {
			throw new InputError(
				FIELD,
				`${startDate} is taken in this calendar by appointment ${occupant}`,
				"Choose another time, or turn off 'Check Slot' to let the service decide",
			);
		}
	}
	const answer = await reschedule(client, key, startDate);
	const notice = hasOffset(given) ? undefined : zoneNotice(zone, unwrapped(answer).start_date);
	if (notice) notify(notice);
	return [asItem(answer, { appointment_key: key, start_date: startDate })];
}
