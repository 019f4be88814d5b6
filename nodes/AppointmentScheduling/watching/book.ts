import { randomUUID } from 'crypto';

import { isCanceled, type Appointment } from '../service/appointment';
import { DAY_MS, FOREVER, MINUTE_MS, momentIn, NEVER } from '../service/values/dates';
import { digestOf } from '../service/values/digest';
import { keyIn } from '../service/values/keys';
import { jsonIn, objectOf, textIn } from '../service/values/objects';
import {
	comparable,
	difference,
	filledIn,
	stateOf,
	type Event,
	type Known,
	type Rules,
	type State,
} from './difference';

interface Row extends Known {
	/** How many events of it were reported, so that each gets a separate id. */
	count: number;
}

export interface Change {
	event: Event;
	/** The same one if the same change is found again after a kill. */
	id: string;
	/** What was known before. */
	before: State | undefined;
}

/** n8n writes static data as a whole, so it has to stay small. */
export const MOST_ROWS = 20_000;
const KEPT_MS = 30 * DAY_MS;
/** For so long, lists and replicas may still show what was reported before. */
const LAG_MS = MINUTE_MS;
const MOST_FORMER = 5;

/** What a trigger knows of appointments: one row for each. */
export class Book {
	/** The account that was recorded. Undefined until then. */
	account?: string;
	/** What was created later is new. In ms since the epoch, on the clock of the service. */
	since?: number;
	/** Whether one without `created_at` is new if it starts from a day ago on. */
	takesUndated = true;
	/** Of too many appointments, all that start earlier are known. In ms since the epoch. */
	private knownUpTo = FOREVER;
	private id: string = randomUUID();
	private readonly rows = new Map<string, Row>();

	get size(): number {
		return this.rows.size;
	}

	/** Whether there are more appointments than it can know. */
	get isFull(): boolean {
		return this.knownUpTo < FOREVER;
	}

	knows = (key: string): boolean => this.rows.has(key);

	/** What was last reported or recorded of an appointment. */
	stateOf = (key: string): State | undefined => this.rows.get(key)?.reported;

	/**
	 * Records what a read shows. Returns the change that is to be reported, if there is one.
	 * @param readAt when the read began, in ms of a monotonic clock
	 */
	observe(appointment: Appointment, readAt: number, rules: Rules): Change | undefined {
		const { key } = appointment;
		const state = stateOf(appointment);
		const row = this.rows.get(key);
		const isNews = this.isNews(appointment, row);
		const decision = difference(row, state, { readAt, isNews }, rules);
		if (decision.is === 'undecided') return undefined;
		if (decision.is === 'same') {
			// It may show a field that was unknown.
			if (row) Object.assign(row, { reported: filledIn(row.reported, state), readAt });
			return undefined;
		}
		const isEvent = decision.is === 'event';
		const { count = 0 } = row ?? {};
		const reported = filledIn(state, row?.reported);
		this.rows.set(key, {
			reported,
			isNew: !isEvent && decision.isNew,
			count: isEvent ? count + 1 : count,
			readAt,
			former: row ? formerAfter(row) : [],
		});
		if (!isEvent) return undefined;
		const { event } = decision;
		const id = digestOf(this.id, key, count, comparable(reported));
		return { event, id, before: row?.reported };
	}

	/** Those that have not begun and are not known as canceled, the soonest first. */
	ahead(now: number): string[] {
		return this.byStart()
			.filter(([, { reported }]) => startIn(reported) > now && !isCanceled(reported))
			.map(([key]) => key);
	}

	/** Drops those that began 30 days ago and, of too many, those that begin last. */
	trim(now: number): void {
		const kept = this.byStart().filter(([, { reported }]) => startIn(reported) >= now - KEPT_MS);
		const [firstLeft] = kept.splice(MOST_ROWS);
		this.knownUpTo = firstLeft ? startIn(firstLeft[1].reported) : FOREVER;
		if (kept.length === this.rows.size) return;
		this.rows.clear();
		for (const [key, row] of kept) this.rows.set(key, row);
	}

	/** Starts again, for another account. */
	clear(): void {
		this.rows.clear();
		this.account = undefined;
		this.since = undefined;
		this.knownUpTo = FOREVER;
		this.id = randomUUID();
	}

	/** An unknown one that was created since the book began; a known one until it begins. */
	private isNews(appointment: Appointment, row?: Row): boolean {
		const { createdAt } = appointment;
		const start = startIn(filledIn(stateOf(appointment), row?.reported));
		if (row) return start > Date.now();
		if (this.since === undefined || (this.isFull && start >= this.knownUpTo)) return false;
		if (createdAt) return createdAt.ms >= this.since;
		return this.takesUndated && start >= Date.now() - DAY_MS;
	}

	private byStart(): Array<[string, Row]> {
		return [...this.rows].sort(
			([, one], [, other]) => startIn(one.reported) - startIn(other.reported) || 0,
		);
	}

	/** One text, because n8n wraps arrays and objects in static data in slow proxies. */
	toString(): string {
		const { id, account, since, knownUpTo } = this;
		const rows = Array.from(this.rows, ([key, { reported, count, isNew }]) => {
			const { start, status, calendar } = reported;
			return [key, count, start?.text, status, calendar, Number(isNew)];
		});
		return JSON.stringify({ id, account, since, knownUpTo, rows });
	}

	/** It may have been edited. */
	static from(text: unknown): Book {
		const { id, account, since, knownUpTo, rows } = objectOf(jsonIn(text));
		const book = new Book();
		book.id = textIn(id) ?? book.id;
		book.account = textIn(account);
		book.since = Number(since) || undefined;
		book.knownUpTo = Number(knownUpTo) || FOREVER;
		for (const line of [rows].flat()) {
			const [key, count, start, status, calendar, isNew] = [line].flat() as unknown[];
			const reported = {
				start: momentIn(start),
				status: textIn(status),
				calendar: keyIn(calendar),
			};
			const known = { isNew: isNew === 1, readAt: NEVER, former: [] };
			const valid = keyIn(key);
			if (valid) book.rows.set(valid, { reported, count: Number(count) || 0, ...known });
		}
		return book;
	}
}

/** In ms since the epoch. Of one without a start, nobody knows when it begins. */
const startIn = ({ start }: State): number => start?.ms ?? FOREVER;

/** Once another state is known. In memory only. */
const formerAfter = ({ former, reported }: Row): Row['former'] =>
	[...former, { state: reported, until: performance.now() + LAG_MS }].slice(-MOST_FORMER);
