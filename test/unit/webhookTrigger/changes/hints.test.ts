import type { Key } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import { Hints } from '../../../../nodes/AppointmentScheduling/webhookTrigger/changes/hints';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const hinted = (...keys: string[]) => {
	const hints = new Hints((key) => key.startsWith('known'));
	for (const key of keys) hints.add(key as Key, key);
	return hints;
};
const many = (count: number, name = 'forged') =>
	Array.from({ length: count }, (_, number) => `${name}-${number}`);
const keysOf = (taken: Array<{ key: Key }>) => taken.map(({ key }) => String(key));

/** Takes and finishes what is due, as often as it can be done at this moment. */
function takeAll(hints: Hints): string[] {
	const keys: string[] = [];
	for (;;) {
		const due = hints.takeDue();
		if (due.length === 0) return keys;
		for (const hint of due) hints.finish(hint, false);
		keys.push(...keysOf(due));
	}
}

it('keeps places for known appointments at once and in a minute', () => {
	const hints = hinted(...many(500));
	expect(hints.takeDue()).toHaveLength(6);
	hints.add('known' as Key, 'known');
	expect(keysOf(hints.takeDue())).toEqual(['known']);
	const flooded = hinted(...many(500));
	expect(takeAll(flooded)).toHaveLength(180);
	for (const key of many(100, 'known')) flooded.add(key as Key, key);
	expect(takeAll(flooded)).toEqual(many(60, 'known'));
});

it('looks at known ones first, then at others for the first time, then again', () => {
	const hints = hinted('first');
	takeAll(hints);
	jest.advanceTimersByTime(2_000);
	hints.add('second' as Key, 'second');
	hints.add('known' as Key, 'known');
	expect(keysOf(hints.takeDue())).toEqual(['known', 'second', 'first']);
});

it('looks at once and again after 2, 10 and 60 s, however many deliveries come', () => {
	const hints = hinted('known');
	const looks: number[] = [];
	let isOver = false;
	for (let second = 0; second <= 90; second += 1) {
		for (const hint of hints.takeDue()) {
			looks.push(second);
			isOver = hints.finish(hint, false);
		}
		jest.advanceTimersByTime(1_000);
	}
	expect(looks).toEqual([0, 2, 12, 72]);
	expect([isOver, hints.size]).toEqual([true, 0]);
});

it('looks once more for each delivery, six times a minute, and neither delays nor repeats more', () => {
	const hints = hinted('known');
	const looks: number[] = [];
	for (let second = 0; second <= 90; second += 1) {
		if (second >= 20 && second < 40) hints.add('known' as Key, 'known');
		for (const hint of hints.takeDue()) {
			looks.push(second);
			hints.finish(hint, false);
		}
		jest.advanceTimersByTime(1_000);
	}
	// What was asked for at 23 s waits until the look at 0 s is a minute old.
	expect(looks).toEqual([0, 2, 12, 20, 21, 22, 60, 72]);
});

it('ends once a change was reported, unless a delivery came during the check', () => {
	const hints = hinted('known');
	const [hint] = hints.takeDue();
	hints.add('known' as Key, 'known');
	expect(hints.finish(hint!, true)).toBe(false);
	const [again] = hints.takeDue();
	hints.finish(again!, true);
	expect(hints.size).toBe(0);
});

it('has 2,000 waiting at most', () => {
	const hints = hinted(...many(2_000));
	expect(hints.add('known' as Key, 'known')).toBe(false);
	expect(hints.add('forged-1' as Key, 'forged-1')).toBe(true);
	expect(hints.size).toBe(2_000);
});
