import type { IDataObject } from 'n8n-workflow';

import { trueOrFalse } from '../../../parameters/values';
import { simplified, type Appointment } from '../../../service/appointment';
import { bookingsLike, create, type Booking } from '../../../service/bookings';
import { hasStatus, ifShown, InputError } from '../../../service/errors';
import { asItem } from '../../../service/values/objects';
import { readableStart } from '../../../service/values/starts';
import { statusLabel } from '../../../service/vocabulary';
import type { Call } from '../../operation';
import { additionalFieldsIn } from './additionalFields';
import { attendeesIn } from './attendees';
import { refuseUnoffered } from '../freeTimes/checkSlot';
import { calendarKey, serviceKeys } from '../find/named';
import { CHECK_SLOT } from '../parameters';
import { inPanel } from '../change/inPanel';
import { enteredStart, refusePast, type Start } from '../start';

const NOTHING = 'Nothing was booked';
const ALREADY_BOOKED =
	"Items with 'alreadyBooked' show an appointment that the client had at this time. The node booked nothing for them";

export async function createBooking(call: Call): Promise<IDataObject> {
	const { client, parameters } = call;
	const isChecked = trueOrFalse(parameters.get('checkSlot'), CHECK_SLOT);
	const start = enteredStart(call, isChecked);
	refusePast(call, start, NOTHING);
	const { booking, service_keys } = await chosenBooking(call, start);
	if (parameters.isTool) {
		const [present] = await bookingsLike(client, booking);
		if (present) return presentForModel(call, present);
	}
	const making = async () => {
		const { calendar_key } = booking;
		const slot = { calendar_key, service_keys, nothing: NOTHING } as const;
		if (isChecked) await refuseUnoffered(call, start, slot);
		const made = await inPanel(create(client, booking, call.booked));
		return parameters.isTool ? createdForModel(call, booking, start, made) : asItem(made, booking);
	};
	return await making().catch(async (refusal: unknown) => presentInstead(call, booking, refusal));
}

/** What is sent, checked before any request. @throws InputError */
async function chosenBooking(
	call: Call,
	{ text }: Start,
): Promise<{ booking: Booking; service_keys: string[] }> {
	const { parameters } = call;
	const attendees = attendeesIn(parameters.get('attendees'));
	const { serviceKeys: services, ...others } = parameters.collection('additionalFields');
	const fields = additionalFieldsIn(others);
	const calendar_key = await calendarKey(call, parameters.get('calendar'));
	const service_keys = services === undefined ? [] : await serviceKeys(call, services);
	const service_list = service_keys.map((service_key) => ({ service_key }));
	return {
		booking: {
			calendar_key,
			start: { dateTime: text },
			attendees,
			...(service_list.length > 0 && { service_list }),
			...fields,
		},
		service_keys,
	};
}

/**
 * The appointment that this client has at this time already, instead of a refusal. A tool has looked
 * before. @throws the refusal if there is none, or nobody can tell
 */
async function presentInstead(
	{ client, parameters, hint }: Call,
	booking: Booking,
	refusal: unknown,
): Promise<IDataObject> {
	const isRefused = refusal instanceof InputError || hasStatus(refusal, 400, 409);
	if (parameters.isTool || !isRefused) throw refusal;
	const [present] = (await ifShown(bookingsLike(client, booking))) ?? [];
	if (!present) throw refusal;
	hint(ALREADY_BOOKED);
	return { ...present.data, alreadyBooked: true };
}

/** Nothing else: the model may talk to somebody who only knows the name. */
function presentForModel({ client }: Call, { data }: Appointment): IDataObject {
	const { start_date, calendar_name } = simplified(data, client.zone);
	return { alreadyBooked: true, start_date, calendar_name };
}

function createdForModel(
	{ client, note }: Call,
	booking: Booking,
	start: Start,
	body: unknown,
): IDataObject {
	const { calendar_key, ...sent } = booking;
	const shown = simplified(asItem(body, { ...sent, calendar: { calendar_key } }), client.zone);
	const { weekday, date, time } = readableStart(start, start.zone);
	const place = shown.calendar_name === null ? '' : `, ${String(shown.calendar_name)}`;
	note(`Booked for ${weekday} ${date} ${time}${place}`);
	if (shown.status !== null) note(`Status ${meaningOf(String(shown.status))}`);
	return { ...shown, created: true };
}

const meaningOf = (status: string): string =>
	status === 'PENDING'
		? 'PENDING: it still has to be confirmed'
		: `${status} (${statusLabel(status)})`;
