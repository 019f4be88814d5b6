import type { IDataObject } from 'n8n-workflow';

import type { Account, Appointment, Event, Version } from './account';
import type { Run } from './workflow';

/** What a run has said of an appointment. */
export interface Said {
	run: Run;
	account: Account;
	appointment: Appointment;
	version: Version;
	kind: string;
	isCaughtUp: boolean;
	/** The delivery's own event. */
	event: Event | undefined;
	previous: IDataObject | undefined;
}

/** Undefined for what no service has ever said. */
export function saidBy(run: Run, accounts: Account[]): Said | undefined {
	const { event: kind, timestamp, data, caughtUp, previous } = run.item;
	const { appointment_key: key, revision } = data as IDataObject;
	for (const account of accounts) {
		const appointment = account.appointments.get(String(key));
		if (!appointment) continue;
		const event = account.events.find(
			({ body }) => body.event === kind && body.timestamp === timestamp && keyOf(body) === key,
		);
		const number = revision === undefined ? event?.version.number : Number(revision);
		const version = appointment.versions[number ?? -1];
		const isCaughtUp = caughtUp === true;
		if (!version || (!isCaughtUp && !event)) return undefined;
		return {
			run,
			account,
			appointment,
			version,
			kind: String(kind),
			isCaughtUp,
			event: isCaughtUp ? undefined : event,
			previous: previous as IDataObject | undefined,
		};
	}
	return undefined;
}

const keyOf = ({ data }: IDataObject) => (data as IDataObject).appointment_key;

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

/** Whether an item's former state is this version; fields that it leaves open agree. */
export function isFormer(previous: IDataObject, account: Account, version: Version): boolean {
	const { start_date: start, status } = previous;
	const isUnknown = start === null || start === undefined;
	// With a wrong zone in the credential, only the local time is right.
	const isStart =
		account.dialect.dates === 'wallClock'
			? String(start).slice(0, 19) === account.zone.wall(version.start)
			: Date.parse(String(start)) === version.start;
	return (
		(isUnknown || isStart) && (status === null || status === undefined || status === version.status)
	);
}

export const partsOf = ({ start_date, status }: IDataObject): IDataObject[] => [
	{ start_date },
	{ status },
];

/** One line that tells the story of an appointment. */
export const storyOf = ({ key, versions }: Appointment): string =>
	`${key}: ${versions
		.map(({ number, at, start, status }) => `${number}) ${time(at)} ${status} at ${time(start)}`)
		.join(', ')}`;

export const time = (ms: number): string => new Date(ms).toISOString().slice(5, 19);
