import type { IDataObject } from 'n8n-workflow';

import { Zone } from '../stand-in/zone';
import { CREATED, type Account, type Appointment, type Event, type Version } from './account';
import { ZONES } from './circumstances';
import type { Run } from './workflow';

/** What an item says of an appointment. */
export interface Said extends Run {
	account: Account;
	appointment: Appointment;
	version: Version;
	kind: string;
	isCaughtUp: boolean;
	/** The delivery's event. */
	event: Event | undefined;
	previous: IDataObject | undefined;
}

/** Undefined for what no service has ever said. */
export function saidBy(run: Run, accounts: Account[]): Said | undefined {
	const { item } = run;
	const found = eventIn(item, accounts);
	if (!found) return undefined;
	const { revision } = item.data as IDataObject;
	const { appointment } = found;
	const version =
		revision === undefined ? found.event?.version : appointment.versions[Number(revision)];
	const isCaughtUp = item.caughtUp === true;
	const event = isCaughtUp ? undefined : found.event;
	const previous = item.previous as IDataObject | undefined;
	const kind = String(item.event);
	return version && { ...run, ...found, version, kind, isCaughtUp, event, previous };
}

/** The appointment that an item is about, and the event that it tells of, if any. */
export function eventIn(
	{ event: kind, timestamp, data }: IDataObject,
	accounts: Account[],
): { account: Account; appointment: Appointment; event: Event | undefined } | undefined {
	const { appointment_key, revision } = (data ?? {}) as IDataObject;
	const key = String(appointment_key).toLowerCase();
	const account = accounts.find(({ appointments }) => appointments.has(key));
	if (!account) return undefined;
	const appointment = account.appointments.get(key)!;
	const event = account.events.find(
		(one) =>
			one.appointment === appointment &&
			one.kind === kind &&
			(account.dialect.timestamps === 'true'
				? one.timestamp === timestamp
				: one.version.number === Number(revision)),
	);
	return { account, appointment, event };
}

/** Whether an item tells of an event: as its delivery, or as a check that has found the same. */
export function tells(item: IDataObject, event: Event, accounts: Account[]): boolean {
	const found = eventIn(item, accounts);
	if (item.event !== event.kind || found?.appointment !== event.appointment) return false;
	if (item.caughtUp !== true) return found.event === event;
	const listed = event.appointment.versions[Number((item.data as IDataObject).revision)];
	return event.kind === CREATED || (listed !== undefined && isSame(listed, event.version));
}

export const isSame = (one: Version, other: Version): boolean =>
	one.start === other.start && one.status === other.status;

/** The version that brought this start and status; later ones have changed something else. */
export const firstOf = ({ versions }: Appointment, version: Version): Version =>
	versions[versions.slice(0, version.number).findLastIndex((one) => !isSame(one, version)) + 1]!;

/** Until when an appointment was like this. */
export const endOf = ({ versions }: Appointment, version: Version): number =>
	versions.find((later) => later.number > version.number && !isSame(later, version))?.at ??
	Infinity;

/** Whether an item's former state is this version; fields that it leaves open agree. */
export function isFormer(previous: IDataObject, { zone }: Account, version: Version): boolean {
	const { start_date: start, status } = previous;
	// With a wrong zone in the credential, only the local time is right.
	const isStart =
		(start ?? undefined) === undefined ||
		String(start).slice(0, 19) === zone.wall(version.start) ||
		Date.parse(String(start)) === version.start;
	return isStart && (status ?? version.status) === version.status;
}

/** What was delivered with an offset is written as a local time of a zone that may be wrong. */
export const isFormerInAnyZone = ({ start_date, status }: IDataObject, version: Version): boolean =>
	status === version.status &&
	ZONES.some((zone) => new Zone(zone).wall(version.start) === start_date);

/** One line that tells the story of an appointment. */
export const storyOf = ({ key, versions }: Appointment): string =>
	`${key}: ${versions
		.map(({ number, at, start, status }) => `${number}) ${time(at)} ${status} at ${time(start)}`)
		.join(', ')}`;

export const time = (ms: number): string =>
	Number.isFinite(ms) ? new Date(ms).toISOString().slice(5, 19) : String(ms);
