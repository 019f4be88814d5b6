import type { INodeProperties } from 'n8n-workflow';

import { optionalNumber, trueOrFalse, ZONE_HINT } from '../../parameters/values';
import { getAppointment } from '../../service/appointments';
import { InputError } from '../../service/core/errors';
import { isCanceledStatus } from '../../service/core/vocabulary';
import { unwrapped } from '../../service/values/bodies';
import { offsetIn, shownOffset } from '../../service/values/dates';
import { offsetDate } from '../../service/values/entered';
import { idOfKey } from '../../service/values/keys';
import { contradictionOf } from '../../service/values/starts';
import { hintContradiction, presentMoment } from '../notes';
import { turnOf, type Call, type Operation } from '../operation';
import { byModel } from '../tool';
import type { Move } from '../../availability/checkSlot';
import {
	BOOKED_DURATION,
	bookedDurationOption,
	DURATION,
	durationOption,
} from '../../availability/properties';
import { changedItem, refuseCanceled } from './changed';
import { appointmentInTool, appointmentKey, appointmentProperty, scheduleOf } from './parameters';

const FIELD = 'Start Date';
const MOVED_CANCELED = 'The service has moved an appointment that is canceled';

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

const checkSlotOption: INodeProperties = {
	displayName: 'Check Slot',
	name: 'checkSlot',
	type: 'boolean',
	default: true,
	description:
		'Whether to check first if another appointment of the same calendar is at the new time, and to stop if there is one. A tool always checks, unless this is off.',
};

export const reschedule: Operation = {
	name: 'Reschedule',
	action: 'Reschedule appointment',
	description: 'Move an appointment to a new start time, e.g. 2026-12-01T10:00:00',
	properties: [appointmentProperty, startDateProperty],
	toolDefaults: {
		...appointmentInTool,
		startDate: byModel(
			startDateProperty,
			'New start in the local time of the service, e.g. 2026-12-01T10:00:00',
		),
	},
	options: [checkSlotOption, durationOption, bookedDurationOption],
	isChange: true,
	async execute(call) {
		const { client, parameters } = call;
		const { isTool } = parameters;
		const given = parameters.get('startDate');
		const checkSlot = parameters.option('checkSlot');
		const minutes = (name: string, field: string) =>
			optionalNumber(parameters.option(name), field, 1);
		const duration = minutes('duration', DURATION);
		const bookedDuration = minutes('bookedDuration', BOOKED_DURATION);
		const isChecked =
			checkSlot === undefined
				? isTool || (duration ?? bookedDuration) !== undefined
				: trueOrFalse(checkSlot, 'Check Slot');
		const offset = offsetIn(given);
		const isLocal = offset === undefined;
		const zone =
			isLocal || isChecked ? call.zone() : (call.zoneIfSet() ?? `UTC${shownOffset(offset)}`);
		const start_date = offsetDate(given, zone, FIELD);
		refusePast(call, start_date);
		const appointment_key = await appointmentKey(call);
		return await call.inTurn(turnOf(appointment_key), async () => {
			const found =
				isChecked || isLocal || isTool
					? unwrapped(await getAppointment(client, appointment_key))
					: {};
			refuseCanceled(call, found);
			if (isLocal) refuseIfContradicted(zone, found.start_date);
			const own = { ...found, appointment_key };
			const changes = await import('../../service/appointmentChanges');
			const send = async () =>
				await changes.reschedule(client, appointment_key, start_date, call.zoneIfSet());
			const answer = isChecked
				? await moveInTurn(call, { own, startDate: start_date, duration, bookedDuration, send })
				: await send();
			const { status } = unwrapped(answer);
			if (isCanceledStatus(status)) call.hint(`${MOVED_CANCELED} (${String(status)})`);
			return [await changedItem(call, appointment_key, answer, { start_date }, found)];
		});
	},
};

/** Of items that move into the same calendar, each sees where those before it have gone. */
async function moveInTurn(call: Call, move: Move): Promise<unknown> {
	const { calendarToCheck, moveIfFree } = await import('../../availability/checkSlot');
	const zone = call.zone();
	const calendar = calendarToCheck(move.own);
	hintContradiction(call, [move.own.start_date]);
	return await call.inTurn(`calendar:${idOfKey(calendar)}`, async () => {
		const schedule = await scheduleOf(call, [calendar], zone);
		return await moveIfFree(schedule, move, zone, call.hint);
	});
}

/** A model does not know today, so a wrong year is its typical mistake. People may correct the past. */
function refusePast(call: Call, start_date: string): void {
	if (!call.parameters.isTool || Date.parse(start_date) >= Date.now()) return;
	const problem = `${start_date} is in the past: it is now ${presentMoment(call)}`;
	throw new InputError(FIELD, problem, 'Nothing was changed. Choose a later start');
}

/** A wrong zone would move the appointment by hours. @param start the present one */
function refuseIfContradicted(zone: string, start: unknown): void {
	const contradiction = contradictionOf(start, zone);
	if (contradiction === undefined) return;
	throw new InputError(
		FIELD,
		contradiction,
		"Nothing was changed. Correct 'Service Timezone' in the credential. A start with an offset works",
	);
}
