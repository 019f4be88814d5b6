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

/** The seconds of the looks, if deliveries come at these seconds and looks take a millisecond. */
function looksAfter(deliveries: number[], toldAt: number[] = []) {
	const hints = hinted();
	const looks: number[] = [];
	let isOver: boolean | undefined;
	for (let second = 0; second <= 150; second += 1) {
		for (const one of deliveries) if (one === second) hints.add('known' as Key, 'known');
		for (const hint of hints.takeDue()) {
			looks.push(second);
			jest.advanceTimersByTime(1);
			isOver = hints.finish(hint, toldAt.includes(second));
		}
		jest.advanceTimersByTime(1_000);
	}
	return { looks, isOver, size: hints.size };
}

it('looks at each delivery at once and after 2, 10 and 60 s', () => {
	expect(looksAfter([0])).toEqual({ looks: [0, 2, 10, 60], isOver: true, size: 0 });
	expect(looksAfter([0, 9, 50]).looks).toEqual([0, 2, 9, 11, 19, 50, 52, 60, 110]);
});

it('looks at a second delivery, too, when the first one has already told a change', () => {
	expect(looksAfter([0], [0])).toEqual({ looks: [0], isOver: false, size: 0 });
	expect(looksAfter([0], [10]).looks).toEqual([0, 2, 10]);
	expect(looksAfter([0, 1], [0, 3]).looks).toEqual([0, 1, 3]);
	expect(looksAfter([0, 1], [1]).looks).toEqual([0, 1, 3, 11, 61]);
	expect(looksAfter([0, 0], [0, 2]).looks).toEqual([0, 2]);
});

it('follows six deliveries of one appointment at a time; another one begins when one of them is over', () => {
	const flood = Array.from({ length: 600 }, (_, index) => Math.floor(index / 10));
	const { looks } = looksAfter([5, ...flood]);
	expect(looks).toEqual([0, 2, 10, 60, 61, 70, 120]);
});

it('a delivery during a look is looked at after it, whatever that look tells', () => {
	const hints = hinted('known');
	const [hint] = hints.takeDue();
	jest.advanceTimersByTime(1);
	hints.add('known' as Key, 'known');
	expect(hints.takeDue()).toEqual([]);
	expect(hints.finish(hint!, true)).toBe(false);
	expect(keysOf(hints.takeDue())).toEqual(['known']);
});

it('has 2,000 waiting at most', () => {
	const hints = hinted(...many(2_000));
	expect(hints.add('known' as Key, 'known')).toBe(false);
	expect(hints.add('forged-1' as Key, 'forged-1')).toBe(true);
	expect(hints.size).toBe(2_000);
});
