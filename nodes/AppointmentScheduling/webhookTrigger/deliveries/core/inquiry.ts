import type { IDataObject } from 'n8n-workflow';

import { zoneIfSet } from '../../../n8n/zone';
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
import { DAY_MS, MINUTE_MS, NEVER } from '../../../service/values/dates';
import { sameKey, validKey } from '../../../service/values/keys';
import { withinSpan } from '../../../service/values/span';
import { keepLatest } from '../../../watching/keepLatest';
import { digestOf } from '../../../watching/packed';
import { DIGITS, isSameState, stateOf } from '../../../watching/state';
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
			const isSame = isAlike(data, notification.data, zoneIfSet(client));
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

/** One start without an offset may have the digits of the other one, or be in the account's zone. */
const isAlike = (one: IDataObject, other: IDataObject | null, zone = 'utc'): boolean =>
	[DIGITS, zone].some((agreement) => isSameState(stateOf(one), stateOf(other ?? {}), agreement));
