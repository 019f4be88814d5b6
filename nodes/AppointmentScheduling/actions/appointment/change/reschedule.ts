import type { IDataObject } from 'n8n-workflow';

import { trueOrFalse } from '../../../parameters/values';
import { appointmentIn, endOf, isCanceled, type Appointment } from '../../../service/appointment';
import * as changes from '../../../service/changes';
import { ServiceError } from '../../../service/errors';
import type { Call } from '../../operation';
import { changedItem } from './changed';
import { refuseUnoffered } from '../freeTimes/checkSlot';
import { presentAppointment } from '../find/chosen';
import { CHECK_SLOT } from '../parameters';
import { inPanel } from './inPanel';
import { refuseCanceled } from '../refusals';
import { enteredStart, refuseIfContradicted, refusePast, type Start } from '../start';

const MOVED_CANCELED = 'The service has moved an appointment that is canceled';
const NOTHING = 'Nothing was changed';

export async function rescheduleChosen(call: Call): Promise<IDataObject> {
	const { client, parameters } = call;
	const options = { checkSlot: parameters.isTool, ...parameters.collection('options') };
	const isChecked = trueOrFalse(options.checkSlot, CHECK_SLOT);
	const start = enteredStart(call, isChecked);
	refusePast(call, start, NOTHING);
	const { key, former } = await presentAppointment(call, isChecked || start.isLocal);
	if (former) {
		refuseCanceled(call, former);
		refuseIfContradicted(start, former.start);
		if (isChecked) await checkSlot(call, former, start);
	}
	const answer = await inPanel(changes.reschedule(client, key, start.text));
	const moved = appointmentIn(answer);
	if (moved && isCanceled(moved)) call.hint(`${MOVED_CANCELED} (${moved.status})`);
	return await changedItem(call, key, answer, { start_date: start.text }, former);
}

/** @throws InputError, ServiceError */
async function checkSlot(call: Call, own: Appointment, start: Start): Promise<void> {
	// The service counts the own time as taken, so it has to decide itself.
	if (overlapsItself(own, start)) return;
	const { key: calendar_key } = own.calendar;
	if (calendar_key === undefined) {
		throw new ServiceError(
			`The service does not say which calendar the appointment is in. ${NOTHING}`,
			`Turn off '${CHECK_SLOT}' to let the service decide whether the time is free`,
			{ status: 200 },
		);
	}
	const service_keys = own.services.flatMap((one) => one.key ?? []);
	await refuseUnoffered(call, start, { calendar_key, service_keys, nothing: NOTHING });
}

/** Whether the present and the new time overlap, both as long as the appointment is. */
function overlapsItself({ start, end }: Appointment, { ms }: Start): boolean {
	if (!start) return false;
	return Math.abs(ms - start.ms) < endOf(start.ms, end?.ms) - start.ms;
}
