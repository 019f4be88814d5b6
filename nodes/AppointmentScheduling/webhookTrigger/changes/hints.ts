import { FOREVER, MINUTE_MS, NEVER } from '../../service/values/dates';
import type { Key } from '../../service/values/keys';

/** The API may show a change later than it is delivered. */
const PAUSES_MS = [2_000, 10_000, 60_000];
const MOST_OF_ONE_A_MINUTE = 6;
/** Anyone can send made-up keys. Some places are for known appointments alone. */
const MOST_AT_ONCE = { all: 8, unknown: 6 };
const MOST_A_MINUTE = { all: 240, unknown: 180 };
const MOST_WAITING = 2_000;

/** An appointment to look at. Moments are in ms of a monotonic clock. */
export interface Hint {
	key: Key;
	/** The key as the service writes it. */
	spelling: string;
	isKnown: boolean;
	/** When it is looked at next. */
	dueAt: number;
	/** How many repetitions were begun. */
	repetitions: number;
	/** When another delivery asked for a look besides the repetitions. `FOREVER` if none did. */
	askedAt: number;
	/** The looks of the last minute. */
	lookedAt: number[];
	isUnderWay: boolean;
}

/** Which appointment is looked at when. */
export class Hints {
	private readonly waiting = new Map<Key, Hint>();
	private readonly underWay = { all: 0, unknown: 0 };
	/** The looks of the last minute. */
	private readonly lookedAt = { all: [] as number[], unknown: [] as number[] };

	constructor(private readonly isKnown: (key: Key) => boolean) {}

	get size(): number {
		return this.waiting.size;
	}

	/**
	 * A delivery neither delays a look nor restarts the repetitions: it causes one more look.
	 * @returns false if too many wait
	 */
	add(key: Key, spelling: string): boolean {
		const now = performance.now();
		const hint = this.waiting.get(key);
		if (hint) {
			hint.askedAt = Math.min(hint.askedAt, now);
			return true;
		}
		if (this.waiting.size >= MOST_WAITING) return false;
		this.waiting.set(key, {
			...{ key, spelling, isKnown: false, isUnderWay: false },
			...{ dueAt: now, repetitions: -1, askedAt: FOREVER, lookedAt: [] },
		});
		return true;
	}

	/** Those to look at now: known ones, then first looks at others, then their repetitions. */
	takeDue(): Hint[] {
		const now = performance.now();
		const { lookedAt } = this;
		lookedAt.all = sinceAMinute(lookedAt.all, now);
		lookedAt.unknown = sinceAMinute(lookedAt.unknown, now);
		if (!this.hasPlace('all')) return [];
		const due = [...this.waiting.values()].filter(
			(hint) => !hint.isUnderWay && nextAt(hint, now) <= now,
		);
		for (const hint of due) hint.isKnown = this.isKnown(hint.key);
		const rank = ({ isKnown, repetitions }: Hint) => (isKnown ? 0 : Math.min(repetitions + 2, 2));
		return due.sort((one, other) => rank(one) - rank(other)).filter((hint) => this.take(hint, now));
	}

	/**
	 * A look has ended.
	 * @param isTold whether it has shown something to tell
	 * @returns whether it was the last one, without anything to tell
	 */
	finish(hint: Hint, isTold: boolean): boolean {
		hint.isUnderWay = false;
		for (const kind of kindsOf(hint)) this.underWay[kind] -= 1;
		if (hint.dueAt === NEVER) {
			hint.dueAt = performance.now() + (PAUSES_MS[hint.repetitions] ?? FOREVER);
		}
		if (isTold) hint.dueAt = FOREVER;
		const isOver = hint.dueAt === FOREVER && hint.askedAt === FOREVER;
		if (isOver) this.waiting.delete(hint.key);
		return isOver && !isTold;
	}

	private hasPlace(kind: 'all' | 'unknown'): boolean {
		const { underWay, lookedAt } = this;
		return underWay[kind] < MOST_AT_ONCE[kind] && lookedAt[kind].length < MOST_A_MINUTE[kind];
	}

	/** False if there is no place for it now. */
	private take(hint: Hint, now: number): boolean {
		const kinds = kindsOf(hint);
		if (!kinds.every((kind) => this.hasPlace(kind))) return false;
		for (const kind of kinds) {
			this.underWay[kind] += 1;
			this.lookedAt[kind].push(now);
		}
		hint.lookedAt.push(now);
		hint.isUnderWay = true;
		hint.askedAt = FOREVER;
		if (hint.dueAt <= now) {
			hint.repetitions += 1;
			hint.dueAt = NEVER;
		}
		return true;
	}
}

const kindsOf = ({ isKnown }: Hint) =>
	isKnown ? (['all'] as const) : (['all', 'unknown'] as const);

const sinceAMinute = (moments: number[], now: number): number[] =>
	moments.filter((moment) => moment > now - MINUTE_MS);

/** What a delivery asked for waits while there were six looks within a minute. */
function nextAt(hint: Hint, now: number): number {
	hint.lookedAt = sinceAMinute(hint.lookedAt, now);
	const isAllowed = hint.lookedAt.length < MOST_OF_ONE_A_MINUTE;
	return isAllowed ? Math.min(hint.dueAt, hint.askedAt) : hint.dueAt;
}
