import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../service/values/bodies';
import { comparableKey, type Key } from '../../service/values/keys';
import { isCanceledStatus } from '../../service/core/vocabulary';
import { observe, type Decision, type Delivered, type Listed, type Rules } from './observe';
import { isStoredAlike, unpackRows, type Entry } from './packedRows';
import { isAfter, latest, without, type Row, type Run } from './row';
import { Rows } from './rows';
import { beginRun, endRun } from './runs';
import { isSameState, startIn, type State } from './state';

/** What is stored beside the rows. */
interface Header {
	/** A digest of the base URL and the access token. */
	account?: string;
	/** The zone of the account at the last check. */
	zone?: string;
	/** How starts with and without an offset agree, if that is known. See `canonicalStart`. */
	agreement?: string;
	/** Whether a check has recorded all appointments, so that an unknown one is new. */
	isRecorded?: boolean;
	/** When the last list was read, in ms on the service's clock. */
	listedAt?: number;
	/** All that starts earlier was known at the last check, in ms since the epoch. */
	knownUpTo?: number;
	/** Grows with each save. */
	number?: number;
}

/** What a trigger knows of appointments: one row for each. */
export class Book {
	header: Header = {};
	/** Whether something was learned that n8n has not saved. */
	isUnsaved = false;
	/** Whether other processes receive and run deliveries. */
	areElsewhere = false;
	private table = new Rows();
	private lastId = 0;

	get rows(): Array<[Key, Entry]> {
		return this.table.all;
	}

	get(key: Key): Row | undefined {
		return this.table.get(key)?.row;
	}

	/** See `canonicalStart`. */
	get agreement(): string {
		const { agreement, zone = 'utc' } = this.header;
		return agreement ?? zone;
	}

	/** @param spelling the key as the service writes it */
	observe(
		key: Key,
		spelling: string,
		observation: Delivered | Listed,
		rules: Omit<Rules, 'agreement'>,
	): Decision {
		const entry = this.table.get(key);
		const { agreement } = this;
		this.lastId += 1;
		const decision = observe(entry?.row, observation, { ...rules, agreement }, this.lastId);
		const isListed = observation.by !== 'delivery' || entry?.isListed === true;
		this.put(key, { spelling, row: decision.row, isListed });
		return decision;
	}

	/** A run that another process has decided on. It takes the place of one that has not begun. */
	adopt(key: Key, run: Run): number {
		const row = this.get(key) ?? { runs: [] };
		const others = row.runs.filter(
			(other) => other.hasBegun || !other.listedAt || !isSameState(other, run, this.agreement),
		);
		this.lastId += 1;
		this.change(key, { ...row, runs: [...others, { ...run, id: this.lastId, hasBegun: false }] });
		return this.lastId;
	}

	/**
	 * The run goes on, unless it is undefined.
	 * @param event if it reports another one
	 */
	begin(key: Key, id: number, event?: string): Run | undefined {
		const { row, run } = beginRun(this.get(key) ?? { runs: [] }, id, this.agreement, event);
		this.change(key, row);
		return run;
	}

	/** Whether the run is still in progress, or to be. */
	has(key: Key, id: number): boolean {
		return this.get(key)?.runs.some((run) => run.id === id) ?? false;
	}

	end(key: Key, id: number, how: 'counts' | 'failed' | 'undone'): void {
		const row = this.get(key);
		if (!row) return;
		this.change(key, endRun(row, id, how));
		// If it was saved meanwhile, a restart would take it for one that was interrupted.
		if (how === 'undone') this.isUnsaved = true;
	}

	/** A run in another process has reported this state. */
	markReported(key: Key, { start, status }: State, at: number): void {
		const row = this.get(key) ?? { runs: [] };
		this.change(key, {
			...without(row, ['agreed', 'seen', 'tried', 'wait']),
			reported: { start, status, at },
		});
	}

	/** Lets the listed difference wait for so long. */
	postpone(key: Key, state: State, until: number): void {
		const row = this.get(key) ?? { runs: [] };
		this.change(key, { ...row, wait: { start: state.start, status: state.status, until } });
	}

	/** In queue mode, other processes have to know which states are being reported. */
	setElsewhere(areElsewhere: boolean): void {
		this.areElsewhere = areElsewhere;
		this.isUnsaved = true;
	}

	setHeader(changes: Partial<Header>): void {
		const names = Object.keys(changes) as Array<keyof Header>;
		if (names.some((name) => this.header[name] !== changes[name])) this.isUnsaved = true;
		Object.assign(this.header, changes);
	}

	/** Changes until now are unknown. What was reported is not reported again. */
	startAnew(): void {
		const { account, zone, agreement, number } = this.header;
		this.header = { account, zone, agreement, number };
		for (const [key, { row }] of this.rows) {
			this.change(key, without(row, ['agreed', 'late', 'seen', 'tried', 'wait']));
		}
		this.isUnsaved = true;
	}

	/** What is not listed any more is a stranger from now on. */
	leaveBefore(moment: number, zone: string): void {
		for (const [key, entry] of this.table.listed) {
			const isPast = startIn(latest(entry.row), zone) < moment;
			if (isPast) this.table.put(key, { ...entry, isListed: false });
		}
	}

	/** Drops what is too much. @param present what the list shows now */
	trim(zone: string, present?: Set<Key>): void {
		this.header.knownUpTo = this.table.trim(zone, present);
	}

	/** Not listed, and not known as canceled. What was delivered may have been listed since the last save. */
	missingFrom(listed: Set<Key>): Array<[Key, Entry]> {
		return this.rows.filter(([key, { row }]) => {
			const now = latest(row) ?? row.late;
			return !listed.has(key) && now !== undefined && !isCanceledStatus(now.status);
		});
	}

	/** Takes over what another process has saved since, except what this one has learned later. */
	load(stored: unknown): void {
		if (!isObject(stored) || !isObject(stored.rows)) return;
		const { number = 0 } = (stored.header as Header | undefined) ?? {};
		if (number <= (this.header.number ?? 0)) return;
		this.merge(stored);
		this.isUnsaved = false;
	}

	/** Takes over what is stored, except what was delivered to this process later. */
	merge(stored: IDataObject): void {
		const { rows, header } = this;
		this.clear();
		this.header = { ...(stored.header as Header) };
		this.header.number = Math.max(header.number ?? 0, this.header.number ?? 0);
		const { listed, strangers } = isObject(stored.rows) ? stored.rows : {};
		for (const [lines, isListed] of [
			[strangers, false],
			[listed, true],
		] as const) {
			for (const entry of unpackRows(lines)) {
				const key = comparableKey(entry.spelling);
				if (key !== undefined) this.table.put(key, { ...entry, isListed });
			}
		}
		for (const [key, entry] of rows) {
			const known = this.table.get(key);
			const isLater = known ? isAfter(entry.row, known.row) : !entry.isListed;
			if (!isLater) continue;
			// Only the process that checks knows what it has reported.
			const { caught, tried } = known?.row ?? entry.row;
			const row = { ...entry.row, caught, tried };
			this.table.put(key, { ...entry, row, isListed: known?.isListed === true });
		}
	}

	toStored(): IDataObject {
		return { header: { ...this.header }, rows: this.table.toStored(this.areElsewhere) };
	}

	/** n8n saves what `toStored` returns. */
	markSaved(): void {
		this.header.number = (this.header.number ?? 0) + 1;
		this.isUnsaved = false;
	}

	private clear(): void {
		this.table = new Rows();
		this.header = { number: this.header.number };
		this.isUnsaved = true;
	}

	private change(key: Key, row: Row): void {
		const entry = this.table.get(key) ?? { spelling: key, isListed: false };
		this.put(key, { ...entry, row });
	}

	private put(key: Key, entry: Entry): void {
		const former = this.get(key);
		// Other processes have to know which states are being reported.
		const isReporting = this.areElsewhere && former?.runs !== entry.row.runs;
		if (isReporting || !isStoredAlike(entry.row, former)) this.isUnsaved = true;
		this.table.put(key, entry);
	}
}
