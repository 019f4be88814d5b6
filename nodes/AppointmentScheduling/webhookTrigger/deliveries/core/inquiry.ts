import type { IDataObject } from 'n8n-workflow';

import {
	isAppointment,
	listAppointments,
	listByStatuses,
	readAppointment,
} from '../../../service/appointments';
import { hasStatus, InputError, ServiceError } from '../../../service/core/errors';
import {
	CANCELED_STATUSES,
	CANCELLATION_EVENT,
	CREATION_EVENT,
	isCanceledStatus,
} from '../../../service/core/vocabulary';
import type { ServiceClient } from '../../../service/http/client';
import { unwrapped } from '../../../service/values/bodies';
import { DAY_MS, instantOf, MINUTE_MS, NEVER, offsetIn } from '../../../service/values/dates';
import { sameKey, validKey } from '../../../service/values/keys';
import { withinSpan } from '../../../service/values/span';
import { keepLatest } from '../../../watching/keepLatest';
import { digestOf } from '../../../watching/former/packed';
import type { Notification } from '../../once/identity';
import type { Delivery } from './delivery';
import { Places } from './places';
import { SharedRead } from './sharedRead';

export const KEY_FIELD = 'data.appointment_key';
const MOST_CANCELED = 1_000;

/**
 * What the API says about a delivery. `contradicted`: it does not show what the event says.
 * `refetched`: whether it has the same status and start, or does not say.
 */
export type Refetched =
	| { is: 'shown' | 'contradicted'; data: IDataObject; refetched: 'alike' | 'other' }
	| { is: 'unknown' }
	| { is: 'failed'; error: unknown };

/** Asks the API about the deliveries of one trigger. */
export class Inquiry {
	private readonly places = new Places();
	private readonly canceled = new SharedRead<IDataObject[]>();
	/** When the API did not know a key, by its digest. Decides only who waits for whom. */
	private readonly unknownAt = new Map<string, number>();

	async find(delivery: Delivery, key: string): Promise<Refetched> {
		const { notification, state, timeLeft } = delivery;
		const since = performance.now();
		const name = digestOf(key);
		const isLast = since - (this.unknownAt.get(name) ?? NEVER) < MINUTE_MS;
		try {
			const client = await delivery.connect();
			const get = async () => await appointmentOf(client, key).catch(undefinedIfUnknown);
			let data = await this.places.use(get, isLast, timeLeft());
			state.setClock(client.skewMs);
			if (!data) {
				keepLatest(this.unknownAt, name, performance.now());
				if (notification.event !== CANCELLATION_EVENT) return { is: 'unknown' };
				const list = async () => await listCanceled(client);
				const listed = await this.canceled.ask(since, timeLeft(), list);
				data = listed.find(({ appointment_key }) => sameKey(appointment_key, key));
			}
			if (!data) return { is: 'unknown' };
			const isSame = isAlike(data, notification.data);
			return {
				is: shows(data, notification, isSame) ? 'shown' : 'contradicted',
				data,
				refetched: isSame ? 'alike' : 'other',
			};
		} catch (error) {
			return { is: 'failed', error };
		}
	}
}

/** Undefined if it is another appointment. @throws InputError if no URL can contain the key; ServiceError */
async function appointmentOf(client: ServiceClient, key: string): Promise<IDataObject | undefined> {
	const appointment = unwrapped(await readAppointment(client, validKey(key, KEY_FIELD)));
	if (!isAppointment(appointment)) throw new ServiceError('The response is not an appointment', '');
	return sameKey(appointment.appointment_key ?? key, key) ? appointment : undefined;
}

function undefinedIfUnknown(error: unknown): undefined {
	if (error instanceof InputError || hasStatus(error, 400, 404, 410, 422)) return undefined;
	throw error;
}

/** A service may show canceled appointments in lists only. @throws ServiceError */
async function listCanceled(client: ServiceClient): Promise<IDataObject[]> {
	const filters = withinSpan({}, Date.now() - DAY_MS, undefined, 'utc');
	const lists = await Promise.all([
		listAppointments(client, { ...filters, is_cancelled: true }, MOST_CANCELED),
		listByStatuses(client, filters, CANCELED_STATUSES, MOST_CANCELED),
	]);
	return lists.flatMap(({ elements }) => elements).filter(({ status }) => isCanceledStatus(status));
}

/** A creation is shown by any later state. */
function shows({ status }: IDataObject, { event }: Notification, isSame: boolean): boolean {
	if (event === CREATION_EVENT) return true;
	if (event !== CANCELLATION_EVENT) return isSame;
	return typeof status !== 'string' || isCanceledStatus(status);
}

/** Whether both have the same status and start, or do not say. */
const isAlike = (one: IDataObject, other: IDataObject | null): boolean =>
	sameStatus(one.status, other?.status) && sameStart(one.start_date, other?.start_date);

const sameStatus = (one: unknown, other: unknown): boolean =>
	typeof one !== 'string' || typeof other !== 'string' || one.toUpperCase() === other.toUpperCase();

/** To the second. One without an offset is compared with the digits of the other, unless that is in UTC. */
function sameStart(one: unknown, other: unknown): boolean {
	const offsets = [one, other].map(offsetIn);
	const isMixed = offsets.includes(undefined) && offsets[0] !== offsets[1];
	if (isMixed && offsets.includes(0)) return true;
	const [a = NaN, b = NaN] = [one, other].map(
		(start, index) => (instantOf(start) ?? NaN) + (isMixed ? (offsets[index] ?? 0) : 0),
	);
	return Number.isNaN(a - b) || Math.floor(a / 1000) === Math.floor(b / 1000);
}
