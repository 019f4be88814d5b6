import { FOREVER, MINUTE_MS, NEVER } from '../../service/values/dates';
import type { Key } from '../../service/values/keys';

/** After a delivery, because the API may show a change later than it is delivered. */
const PAUSES_MS = [0, 2_000, 10_000, 60_000];
/** Of one appointment, at a time. */
const MOST_DELIVERIES = 6;
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
	/** When the deliveries came that are not answered yet. */
	deliveredAt: number[];
	/** Whether another delivery has to wait until there are fewer. */
	hasMore: boolean;
	/** When the last look began. */
	lookedAt: number;
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
	 * Each delivery is looked at on its own, so none delays another one.
	 * @returns false if too many wait
	 */
	add(key: Key, spelling: string): boolean {
		const hint = this.waiting.get(key);
		if (!hint && this.waiting.size >= MOST_WAITING) return false;
		const followed = hint ?? {
			...{ key, spelling, isKnown: false, isUnderWay: false },
			...{ deliveredAt: [], hasMore: false, lookedAt: NEVER },
		};
		this.waiting.set(key, followed);
		if (followed.deliveredAt.length < MOST_DELIVERIES) {
			followed.deliveredAt.push(performance.now());
		} else followed.hasMore = true;
		return true;
	}

	/** Those to look at now: known ones, then first looks at others, then their repetitions. */
	takeDue(): Hint[] {
		const now = performance.now();
		const { lookedAt } = this;
		lookedAt.all = sinceAMinute(lookedAt.all, now);
		lookedAt.unknown = sinceAMinute(lookedAt.unknown, now);
		if (!this.hasPlace('all')) return [];
		const due = [...this.waiting.values()].filter((hint) => !hint.isUnderWay && isDue(hint, now));
		for (const hint of due) hint.isKnown = this.isKnown(hint.key);
		const rank = ({ isKnown, lookedAt: before }: Hint) => (isKnown ? 0 : before === NEVER ? 1 : 2);
		return due.sort((one, other) => rank(one) - rank(other)).filter((hint) => this.take(hint, now));
	}

	/**
	 * A look has ended.
	 * @param isTold whether it has shown something to tell, which answers one delivery
	 * @returns whether it was the last one, without anything to tell
	 */
	finish(hint: Hint, isTold: boolean): boolean {
		hint.isUnderWay = false;
		for (const kind of kindsOf(hint)) this.underWay[kind] -= 1;
		const [first = FOREVER] = hint.deliveredAt;
		if (isTold && first <= hint.lookedAt) hint.deliveredAt.shift();
		hint.deliveredAt = hint.deliveredAt.filter((at) => dueAfter(at, hint.lookedAt) < FOREVER);
		if (hint.hasMore && hint.deliveredAt.length < MOST_DELIVERIES) {
			hint.hasMore = false;
			hint.deliveredAt.push(performance.now());
		}
		const isOver = hint.deliveredAt.length === 0;
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
		hint.lookedAt = now;
		hint.isUnderWay = true;
		return true;
	}
}

const kindsOf = ({ isKnown }: Hint) =>
	isKnown ? (['all'] as const) : (['all', 'unknown'] as const);

const sinceAMinute = (moments: number[], now: number): number[] =>
	moments.filter((moment) => moment > now - MINUTE_MS);

/** When the next look for a delivery is due. A look for another one counts in the second half of a pause. */
function dueAfter(deliveredAt: number, lookedAt: number): number {
	const pause = PAUSES_MS.find((one) => lookedAt < deliveredAt + one / 2) ?? FOREVER;
	return deliveredAt + pause;
}

const isDue = ({ deliveredAt, lookedAt }: Hint, now: number): boolean =>
	deliveredAt.some((at) => dueAfter(at, lookedAt) <= now);
