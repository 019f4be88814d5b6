import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isCanceledStatus } from '../service/core/vocabulary';
import { isObject } from '../service/values/bodies';
import { DAY_MS, FOREVER, MINUTE_MS } from '../service/values/dates';
import { keyIn, type Key } from '../service/values/keys';
import { difference, type Rules } from './difference';
import { digestOf } from './digest';
import { lineOf, rowIn, type Row } from './rows';
import { comparableState, filledIn, startIn, type Sight, type State } from './state';

/** n8n writes static data as a whole, so it has to stay small. */
export const MOST_ROWS = 20_000;
const KEPT_MS = 30 * DAY_MS;
/** For so long, lists and replicas may still show what was told before. */
const LAG_MS = MINUTE_MS;
const MOST_FORMER = 5;

/** When something was read. */
interface Moment {
	/** When the read began, in ms of a monotonic clock. */
	readAt: number;
	/** Now, in ms since the epoch. */
	now: number;
}

/** What has happened to an appointment. */
export interface Change {
	event: string;
	key: Key;
	/** The same one if it is found again after a kill. */
	id: string;
	/** What was known before. Undefined if the appointment was unknown. */
	before: Row | undefined;
}

/** What a trigger knows of appointments: one row for each. */
export class Book {
	/** A digest of the address and the token. Undefined until a list was recorded. */
	account: string | undefined;
	/** Of too many appointments, all that start earlier are known. In ms since the epoch. */
	private knownUpTo = FOREVER;
	/** The day of the last check, in ms since the epoch. Clocks are set back: what began before is not new. */
	private checkedOn = 0;
	private id: string = randomUUID();
	private readonly rows = new Map<Key, Row>();

	get size(): number {
		return this.rows.size;
	}

	/** Whether there are more appointments than it can know. */
	get isFull(): boolean {
		return this.knownUpTo < FOREVER;
	}

	get(key: Key): Row | undefined {
		return this.rows.get(key);
	}

	/** Records what a read shows. Returns the change that is to be told, if there is one. */
	observe(sight: Sight, moment: Moment, rules: Rules): Change | undefined {
		const { key, state } = sight;
		const before = this.rows.get(key);
		const isNews = this.isNews(sight, moment.now, rules.zone);
		const decision = difference(before, state, { readAt: moment.readAt, isNews }, rules);
		if (decision.is === 'undecided') return undefined;
		if (decision.is === 'same') {
			if (before) confirm(before, state, moment.readAt);
			return undefined;
		}
		const isEvent = decision.is === 'event';
		const { count = 0 } = before ?? {};
		const told = filledIn(state, before?.told);
		this.rows.set(key, {
			spelling: sight.spelling,
			told,
			isNew: !isEvent && decision.isNew,
			count: isEvent ? count + 1 : count,
			readAt: moment.readAt,
			former: before ? formerAfter(before) : [],
		});
		if (!isEvent) return undefined;
		const id = digestOf(this.id, key, count, comparableState(told, rules.zone));
		return { event: decision.event, key, id, before };
	}

	/**
	 * What was told could not be. It is found again, unless something else was told meanwhile.
	 * @param before what was known before
	 */
	undo(key: Key, before: Row | undefined): void {
		if (this.rows.get(key)?.count !== (before?.count ?? 0) + 1) return;
		if (before) this.rows.set(key, before);
		else this.rows.delete(key);
	}

	/** Those that begin from `since` on and are not known as canceled, the soonest first. */
	ahead(since: number, zone: string): Array<[Key, Row]> {
		return this.byStart(zone).filter(
			([, { told }]) => startIn(told, zone) >= since && !isCanceledStatus(told.status),
		);
	}

	/**
	 * Drops those that began 30 days ago. Of too many, those that began before `since` go first, because
	 * lists lack them, then those that begin last.
	 */
	trim(now: number, since: number, zone: string): void {
		this.checkedOn = Math.floor(now / DAY_MS) * DAY_MS;
		const startOf = ([, { told }]: [Key, Row]) => startIn(told, zone);
		const recent = this.byStart(zone).filter((entry) => startOf(entry) >= now - KEPT_MS);
		const begun = recent.filter((entry) => startOf(entry) < since).length;
		const kept = recent.slice(Math.min(begun, Math.max(recent.length - MOST_ROWS, 0)));
		const [firstLeft] = kept.splice(MOST_ROWS);
		this.knownUpTo = firstLeft ? startOf(firstLeft) : FOREVER;
		if (kept.length === this.rows.size) return;
		this.rows.clear();
		for (const [key, row] of kept) this.rows.set(key, row);
	}

	clear(): void {
		this.rows.clear();
		this.account = undefined;
		this.knownUpTo = FOREVER;
		this.id = randomUUID();
	}

	/** Takes over what was stored. It may have been edited. */
	load(stored: unknown): this {
		if (!isObject(stored) || typeof stored.account !== 'string') return this;
		this.account = stored.account;
		this.id = keyIn(stored.id) ?? this.id;
		this.knownUpTo = Number(stored.knownUpTo) || FOREVER;
		this.checkedOn = Number(stored.checkedOn) || 0;
		for (const line of String(stored.rows ?? '').split('\n')) {
			const [key, row] = rowIn(line) ?? [];
			if (key !== undefined && row) this.rows.set(key, row);
		}
		return this;
	}

	toStored(): IDataObject & { rows: string } {
		const { id, account, knownUpTo, checkedOn } = this;
		const rows = Array.from(this.rows.values(), lineOf).join('\n');
		return { id, account, checkedOn, ...(this.isFull && { knownUpTo }), rows };
	}

	/** An unknown one from a day ago on, and a known one, which may not be created yet, until it begins. */
	private isNews({ key, state }: Sight, now: number, zone: string): boolean {
		const row = this.rows.get(key);
		const start = startIn(filledIn(state, row?.told), zone);
		if (row) return start > now;
		const isCovered = !this.isFull || start < this.knownUpTo;
		const since = Math.max(now, this.checkedOn) - DAY_MS;
		return this.account !== undefined && start >= since && isCovered;
	}

	private byStart(zone: string): Array<[Key, Row]> {
		return (
			[...this.rows]
				.map(([key, row]) => ({ key, row, start: startIn(row.told, zone) }))
				// Two unknown starts differ by NaN.
				.sort((one, other) => one.start - other.start || 0)
				.map(({ key, row }) => [key, row])
		);
	}
}

/** A read has shown nothing new, but maybe a field that was unknown. */
function confirm(row: Row, state: State, readAt: number): void {
	const told = filledIn(row.told, state);
	if (JSON.stringify(told) !== JSON.stringify(row.told)) row.told = told;
	row.readAt = readAt;
}

/** Once another state is known. */
const formerAfter = ({ former, told }: Row): Row['former'] =>
	[...former, { state: told, until: performance.now() + LAG_MS }].slice(-MOST_FORMER);
