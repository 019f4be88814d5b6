import type { IDataObject } from 'n8n-workflow';

import {
	readAppointment,
	isAppointment,
	listAppointments,
	listByStatuses,
} from '../../service/appointments';
import { hasStatus, InputError, ServiceError } from '../../service/core/errors';
import type { ServiceClient } from '../../service/http/client';
import { within } from '../../service/http/wait';
import { unwrapped } from '../../service/values/bodies';
import { DAY_MS, hasOffset, instantOf, MINUTE_MS } from '../../service/values/dates';
import { sameKey, validKey } from '../../service/values/keys';
import { withinSpan } from '../../service/values/span';
import {
	CANCELED_STATUSES,
	CANCELLATION_EVENT,
	CREATION_EVENT,
	isCanceledStatus,
} from '../../service/core/vocabulary';
import { keepLatest } from '../../watching/keepLatest';
import { digestOf } from '../../watching/packed';
import type { Delivery, Notification } from './delivery';
import { Places } from './places';
import { SharedRead } from './sharedRead';

export const KEY_FIELD = 'data.appointment_key';
const MOST_UNKNOWN = 2_000;
const MOST_CANCELED = 1_000;

/** What the API says about a delivery. `contradicted`: it does not show what the event says. */
export type Finding =
	| { is: 'shown' | 'contradicted'; data: IDataObject }
	| { is: 'unknown' | 'failed'; error: unknown };

/** Asks the API about the deliveries of one trigger. */
export class Inquiry {
	private readonly places = new Places();
	private readonly canceled = new SharedRead<IDataObject[]>(3, 2_000);
	/** When the API did not know a key, by its digest. Decides only who waits for whom. */
	private readonly unknownAt = new Map<string, number>();

	async find(delivery: Delivery, key: string, isFirst: boolean): Promise<Finding> {
		const { notification, timeLeft } = delivery;
		const since = performance.now();
		const name = digestOf(key);
		const unknownAt = this.unknownAt.get(name) ?? -Infinity;
		const isLast = !isFirst || since - unknownAt < MINUTE_MS;
		try {
			const request = async () => await appointmentOf(delivery, key);
			const data = await this.places.use(request, isLast, timeLeft());
			if (!data) throw new ServiceError('Too many deliveries arrive at the same time', '');
			return { is: shows(data, notification) ? 'shown' : 'contradicted', data };
		} catch (error) {
			if (!isUnknown(error)) return { is: 'failed', error };
			keepLatest(this.unknownAt, name, performance.now(), MOST_UNKNOWN);
			if (notification.event !== CANCELLATION_EVENT) return { is: 'unknown', error };
			return await this.findCanceled(delivery, key, since, error);
		}
	}

	/** A service may show canceled appointments in lists only. */
	private async findCanceled(
		delivery: Delivery,
		key: string,
		since: number,
		error: unknown,
	): Promise<Finding> {
		try {
			const read = async () => await listCanceled(await delivery.connect());
			const list = this.canceled.ask(since, read);
			const listed = await within(list, delivery.timeLeft());
			const data = listed?.find(({ appointment_key }) => sameKey(appointment_key, key));
			return data ? { is: 'shown', data } : { is: 'unknown', error };
		} catch (failure) {
			return { is: 'failed', error: failure };
		}
	}
}

const isUnknown = (error: unknown): boolean =>
	hasStatus(error, 400, 404, 410, 422) ||
	(error instanceof InputError && error.field === KEY_FIELD);

/** @throws InputError if it is another appointment, or no URL can contain the key; ServiceError */
async function appointmentOf(delivery: Delivery, key: string): Promise<IDataObject> {
	const asked = validKey(key, KEY_FIELD);
	const appointment = unwrapped(await readAppointment(await delivery.connect(), asked));
	if (!isAppointment(appointment)) throw new ServiceError('The response is not an appointment', '');
	if (sameKey(appointment.appointment_key ?? key, key)) return appointment;
	throw new InputError(KEY_FIELD, 'the response is another appointment', '');
}

/** @throws ServiceError */
async function listCanceled(client: ServiceClient): Promise<IDataObject[]> {
	const filters = withinSpan({}, Date.now() - DAY_MS, undefined, 'utc');
	const lists = await Promise.all([
		listAppointments(client, { ...filters, is_cancelled: true }, MOST_CANCELED),
		listByStatuses(client, filters, CANCELED_STATUSES, MOST_CANCELED),
	]);
	return lists.flatMap(({ elements }) => elements).filter(({ status }) => isCanceledStatus(status));
}

/** Compares only what both contain. A creation is shown by any later state. */
function shows(found: IDataObject, { event, data }: Notification): boolean {
	if (event === CREATION_EVENT) return true;
	const { status } = found;
	if (event === CANCELLATION_EVENT) return typeof status !== 'string' || isCanceledStatus(status);
	return sameStatus(status, data?.status) && sameStart(found.start_date, data?.start_date);
}

const sameStatus = (one: unknown, other: unknown): boolean =>
	typeof one !== 'string' || typeof other !== 'string' || one.toUpperCase() === other.toUpperCase();

/** To the minute. If only one has an offset, they cannot be compared. */
function sameStart(one: unknown, other: unknown): boolean {
	const [a = NaN, b = NaN] = [one, other].map((start) => instantOf(start));
	const isComparable = !Number.isNaN(a - b) && hasOffset(one) === hasOffset(other);
	return !isComparable || Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS);
}
