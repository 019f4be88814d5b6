import type { IDataObject } from 'n8n-workflow';

import { Zone } from '../stand-in/zone';
import type { Account, Appointment, Event, Version } from './account';
import { ZONES } from './circumstances';
import type { Execution, Run } from './workflow';

/** What an item says of an appointment. */
export interface Said {
	execution: Execution;
	item: IDataObject;
	/** When it reached the node after the trigger. */
	at: number;
	node: string;
	account: Account;
	appointment: Appointment;
	version: Version;
	kind: string;
	isCaughtUp: boolean;
	/** The delivery's event. */
	event: Event | undefined;
	previous: IDataObject | undefined;
	hasCodeNode: boolean;
}

/** Undefined for what no service has ever said. */
export function saidBy(run: Run, accounts: Account[]): Said | undefined {
	const { item, execution, at, node, hasCodeNode } = run;
	const found = eventIn(item, accounts);
	if (!found) return undefined;
	const { account, appointment, event } = found;
	const { revision } = item.data as IDataObject;
	const version = revision === undefined ? event?.version : appointment.versions[Number(revision)];
	if (!version) return undefined;
	return {
		execution,
		item,
		at,
		node,
		account,
		appointment,
		version,
		hasCodeNode,
		kind: String(item.event),
		isCaughtUp: item.caughtUp === true,
		event: item.caughtUp === true ? undefined : event,
		previous: item.previous as IDataObject | undefined,
	};
}

/** The appointment that an item is about, and the event that it tells of, if any. */
export function eventIn(
	{ event: kind, timestamp, data }: IDataObject,
	accounts: Account[],
): { account: Account; appointment: Appointment; event: Event | undefined } | undefined {
	const { appointment_key, revision } = (data ?? {}) as IDataObject;
	const key = String(appointment_key).toLowerCase();
	for (const account of accounts) {
		const appointment = account.appointments.get(key);
		if (!appointment) continue;
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
	return undefined;
}

export const isSame = (one: Version, other: Version): boolean =>
	one.start === other.start && one.status === other.status;

/** The version that brought this start and status; later ones have changed something else. */
export function firstOf({ versions }: Appointment, version: Version): Version {
	let first = version;
	for (let at = version.number - 1; at >= 0 && isSame(versions[at]!, version); at -= 1) {
		first = versions[at]!;
	}
	return first;
}

/** Until when an appointment was like this. */
export const endOf = ({ versions }: Appointment, version: Version): number =>
	versions.find((later) => later.number > version.number && !isSame(later, version))?.at ??
	Infinity;

/** Whether an item's former state is this version; fields that it leaves open agree. */
export function isFormer(previous: IDataObject, account: Account, version: Version): boolean {
	const { start_date: start, status } = previous;
	const isOpen = start === null || start === undefined;
	// With a wrong zone in the credential, only the local time is right.
	const isStart =
		String(start).slice(0, 19) === account.zone.wall(version.start) ||
		Date.parse(String(start)) === version.start;
	return (
		(isOpen || isStart) && (status === null || status === undefined || status === version.status)
	);
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

export const show = ({ kind, version, appointment, at }: Said): string =>
	`${kind} ${version.number} ran at ${time(at)}; ${storyOf(appointment)}`;
