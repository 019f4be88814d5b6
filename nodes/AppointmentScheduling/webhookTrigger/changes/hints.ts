import { FOREVER, MINUTE_MS, NEVER } from '../../service/values/dates';
import type { Key } from '../../service/values/keys';

/** The API may show a change later than it is delivered. */
const PAUSES_MS = [2_000, 10_000, 60_000];
const MOST_A_MINUTE = 240;
const MOST_OF_ONE_A_MINUTE = 6;
/** Anyone can send deliveries. */
const MOST_WAITING = 2_000;

/** An appointment to look at. Moments are in ms of a monotonic clock. */
export interface Hint {
	key: Key;
	/** The key as the service writes it. */
	spelling: string;
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
	private lookedAt: number[] = [];

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
		const fresh = { dueAt: now, repetitions: -1, askedAt: FOREVER, lookedAt: [] };
		this.waiting.set(key, { key, spelling, ...fresh, isUnderWay: false });
		return true;
	}

	/** Those to look at now: known ones, then first looks at others, then their repetitions. */
	takeDue(most: number): Hint[] {
		const now = performance.now();
		this.lookedAt = sinceAMinute(this.lookedAt, now);
		const places = Math.min(most, MOST_A_MINUTE - this.lookedAt.length);
		if (places <= 0) return [];
		const rank = ({ key, repetitions }: Hint) =>
			this.isKnown(key) ? 0 : Math.min(repetitions + 2, 2);
		const due = [...this.waiting.values()]
			.filter((hint) => !hint.isUnderWay && nextAt(hint, now) <= now)
			.map((hint) => ({ hint, rank: rank(hint) }))
			.sort((one, other) => one.rank - other.rank)
			.slice(0, places);
		for (const { hint } of due) {
			this.lookedAt.push(now);
			hint.lookedAt.push(now);
			hint.isUnderWay = true;
			hint.askedAt = FOREVER;
			if (hint.dueAt > now) continue;
			hint.repetitions += 1;
			hint.dueAt = NEVER;
		}
		return due.map(({ hint }) => hint);
	}

	/**
	 * A look has ended.
	 * @param isTold whether it has shown something to tell
	 * @returns whether it was the last one
	 */
	finish(hint: Hint, isTold: boolean): boolean {
		hint.isUnderWay = false;
		if (hint.dueAt === NEVER) {
			hint.dueAt = performance.now() + (PAUSES_MS[hint.repetitions] ?? FOREVER);
		}
		if (isTold) hint.dueAt = FOREVER;
		const isOver = hint.dueAt === FOREVER && hint.askedAt === FOREVER;
		if (isOver) this.waiting.delete(hint.key);
		return isOver && !isTold;
	}
}

const sinceAMinute = (moments: number[], now: number): number[] =>
	moments.filter((moment) => moment > now - MINUTE_MS);

/** What a delivery asked for waits while there were six looks within a minute. */
function nextAt(hint: Hint, now: number): number {
	hint.lookedAt = sinceAMinute(hint.lookedAt, now);
	const isAllowed = hint.lookedAt.length < MOST_OF_ONE_A_MINUTE;
	return isAllowed ? Math.min(hint.dueAt, hint.askedAt) : hint.dueAt;
}
