import type { IDataObject } from 'n8n-workflow';

import { isCancelled, type Appointment as Stored, type Status } from '../stand-in/appointments';
import { sampleKey } from '../stand-in/samples';
import { Weather } from '../stand-in/server/weather';
import { Service, type ServiceOptions } from '../stand-in/service';
import { currentTime } from './clock';

/** What a trigger compares. */
export interface State {
	start: number;
	status: Status;
	calendar: string;
}

/** An appointment as it was for some time. */
export interface Version extends State {
	/** 0 for the booking. What the service shows contains it. */
	number: number;
	/** Counts the changes of what is compared. */
	state: number;
	at: number;
}

export interface Story {
	key: string;
	account: Account;
	isDated: boolean;
	versions: Version[];
	/** What the API has shown of it. */
	shown: Set<string>;
}

/** What an execution was about. */
export interface Run {
	node: string;
	at: number;
	story: Story;
	version: Version;
	/** `previous` of its item. */
	former?: State;
}

/** A change, as the service notifies of it. */
export interface Event {
	story: Story;
	version: Version;
	kind: string;
	body: Record<string, unknown>;
}

export const latest = ({ versions }: Story): Version => versions.at(-1)!;

/** Since when an appointment is like this. */
export const beginOf = ({ versions }: Story, { state }: Version): number =>
	versions.find((one) => one.state === state)!.at;

/** Until when an appointment was like this. */
export const endOf = ({ versions }: Story, { state }: Version): number =>
	versions.find((later) => later.state > state)?.at ?? Infinity;

/** What reads of this time may have shown: the last version of each state. */
export const statesBetween = (story: Story, from: number, to: number): Version[] =>
	story.versions
		.filter((one) => one.at <= to && endOf(story, one) >= from)
		.filter((one, nth, all) => one.state !== all[nth + 1]?.state);

/** All canceled ones are one. */
export const isSame = (one: State, other: State): boolean =>
	one.start === other.start &&
	one.calendar === other.calendar &&
	(one.status === other.status || (isCancelled(one.status) && isCancelled(other.status)));

/** An account of the stand-in, which sends nothing by itself, and all that its appointments ever were. */
export class Account {
	readonly stories: Story[] = [];
	readonly events: Event[] = [];
	readonly service: Service;
	readonly weather: Weather;

	constructor(
		private readonly name: string,
		options: ServiceOptions,
	) {
		this.service = new Service(options);
		this.service.baseUrl = `https://${name}`;
		this.service.deliveries.notify = () => undefined;
		this.weather = new Weather(this.service);
	}

	book(start: number, status: Status, calendar = 'c1', created = currentTime()): void {
		const booked = this.service.book({
			appointment_key: sampleKey(`appointment of ${this.name}`, this.stories.length),
			start_date: new Date(start).toISOString(),
			created_at: new Date(created).toISOString(),
			status,
			calendar: calendarOf(calendar),
			person: personOf(0),
		});
		const { appointment_key: key } = booked;
		const isDated = 'created_at' in this.service.shown(booked);
		const story: Story = { key, account: this, isDated, versions: [], shown: new Set() };
		this.stories.push(story);
		this.note(story, booked, 'appointment.created');
	}

	/** Also of what is not compared. */
	change(which: number, to: (now: Version) => Partial<State>): void {
		const story = this.stories[which % Math.max(1, this.stories.length)];
		if (!story) return;
		const now = latest(story);
		const { start, status, calendar } = { ...now, ...to(now) };
		const number = now.number + 1;
		const changed = this.service.appointments.update(story.key, {
			start,
			status,
			person: personOf(number),
			calendar: calendarOf(calendar),
		});
		const isCancellation = isCancelled(status) && !isCancelled(now.status);
		this.note(story, changed, `appointment.${isCancellation ? 'canceled' : 'updated'}`);
	}

	private note(story: Story, stored: Stored, kind: string): void {
		const { start, status } = stored;
		const calendar = stored.calendar.name;
		const former = story.versions.at(-1);
		const isOther = former && !isSame(former, { start, status, calendar });
		const state = (former?.state ?? 0) + (isOther ? 1 : 0);
		const number = story.versions.length;
		const version = { start, status, calendar, number, state, at: currentTime() };
		story.versions.push(version);
		this.events.push({ story, version, kind, body: this.service.bodyOf(kind, stored) });
	}
}

/** Of a calendar, c1 or c2. */
export const keyOf = (name: string): string => sampleKey('calendar', 90 + Number(name.slice(1)));

const calendarOf = (name: string) => ({ calendar_key: keyOf(name), name });

const personOf = (number: number) => ({
	person_key: 'person',
	full_name: `Client ${number}`,
	email: 'client@example.com',
});

/** What `previous` of an item says. */
export const stateIn = ({ start_date, status, calendar_key }: IDataObject): State => ({
	start: Date.parse(String(start_date)),
	status: status as Status,
	calendar: calendar_key === keyOf('c1') ? 'c1' : 'c2',
});

/**
 * Whether it is among the runs of its appointment. After an older state that was unknown, which a read
 * that lags has shown, it may run again: nobody can tell that state from a new one.
 */
export function hasRun(runs: Run[], version: Version): boolean {
	const last = runs.at(-1)?.version ?? version;
	const known = runs.slice(0, -1).flatMap((run) => [run.version, run.former ?? run.version]);
	const isAfterOlder = last.state < version.state && !known.some((one) => isSame(one, last));
	return runs.some((run) => run.version === version) && !isAfterOlder;
}

/** One line that tells the story of an appointment. */
export const told = ({ versions }: Story): string =>
	versions
		.map((one) => `${one.number}) ${time(one.at)} ${one.status} ${one.calendar} ${time(one.start)}`)
		.join(', ');

export const time = (ms: number): string => new Date(ms).toISOString().slice(5, 19);
