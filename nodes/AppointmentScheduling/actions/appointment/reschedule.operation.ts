import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { chosenDuration } from '../../fields/hours';
import { trueOrFalse } from '../../fields/values';
import { ZONE_HINT } from '../../fields/timezone';
import { getAppointment, reschedule } from '../../service/appointments';
import { asItem, unwrapped } from '../../service/values/bodies';
import { hasOffset, offsetDate, offsetsAt } from '../../service/values/dates';
import { InputError } from '../../service/errors';
import { calendarOf, occupantOf } from '../../service/slots';
import type { Call } from '../operation';
import type { ItemParameters } from '../parameters';
import { byModel, withToolVariant } from '../tool';
import { appointmentKey, appointmentProperties, appointmentTurn } from './locator';

const FIELD = 'Start Date';

const startDateProperty: INodeProperties = {
	displayName: FIELD,
	name: 'startDate',
	type: 'dateTime',
	default: '',
	required: true,
	description:
		'New start of the appointment, e.g. 2026-12-01T10:00:00. Get Free Times finds times that suit.',
	hint: ZONE_HINT,
};

export const option = {
	name: 'Reschedule',
	action: 'Reschedule appointment',
	description: 'Move an appointment to a new start time, e.g. 2026-12-01T10:00:00',
};

export const properties: INodeProperties[] = [
	...appointmentProperties,
	...withToolVariant(
		startDateProperty,
		byModel(
			startDateProperty,
			'New start in the local time of the service, e.g. 2026-12-01T10:00:00',
		),
	),
];

export const turn = appointmentTurn;

/** An expression without a value is refused, because it must not skip the check. */
function checksSlot(parameters: ItemParameters): boolean {
	const options = parameters.collection('options');
	const isSet = 'checkSlot' in options && options.checkSlot !== '';
	return isSet && trueOrFalse(options.checkSlot, 'Check Slot');
}

export async function execute(call: Call): Promise<IDataObject[]> {
	const { parameters, client, workflowZone } = call;
	const given = parameters.get('startDate');
	const setZone = call.setZone();
	const startDate = offsetDate(given, setZone ?? workflowZone, FIELD);
	const isChecked = checksSlot(parameters);
	const duration = chosenDuration(parameters.option('duration'));
	const key = await appointmentKey(parameters, client);
	const isAssumed = setZone === undefined && !hasOffset(given);
	const found = isChecked || isAssumed ? unwrapped(await getAppointment(client, key)) : {};
	const own = { ...found, appointment_key: key };
	if (isAssumed) refuseUnlessIn(workflowZone, found.start_date);
	const move = async () => {
		const answer = await reschedule(client, key, startDate);
		return [asItem(answer, { appointment_key: key, start_date: startDate })];
	};
	if (!isChecked) return await move();
	const zone = await call.serviceZone();
	return await call.inTurn(`calendar:${calendarOf(own)}`, async () => {
		const occupant = await occupantOf(client, own, startDate, zone, duration);
		if (occupant === undefined) return await move();
		throw new InputError(
			FIELD,
			`${startDate} is taken in this calendar by appointment ${occupant}`,
			"Choose another time, or turn off 'Check Slot' to let the service decide",
		);
	});
}

/** A wrong zone would move the appointment by hours. @param start the present one */
function refuseUnlessIn(zone: string, start: unknown): void {
	const offsets = offsetsAt(start, zone);
	if (offsets && offsets.written === offsets.inZone) return;
	throw new InputError(
		FIELD,
		offsets
			? `the workflow is in ${zone} (UTC${offsets.inZone}), but the service writes this appointment in UTC${offsets.written}`
			: 'it has no offset, and nothing shows the time zone of the service',
		"Nothing was changed. Set 'Service Timezone' in the credential, or enter the time with an offset",
	);
}
