import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { ended } from '../../../nodes/AppointmentScheduling/pollingTrigger/ended';
import type { Moments } from '../../../nodes/AppointmentScheduling/pollingTrigger/moments';
import { startingSoon } from '../../../nodes/AppointmentScheduling/pollingTrigger/startingSoon';
import type { PollState } from '../../../nodes/AppointmentScheduling/pollingTrigger/state';
import { BEGIN, DAY, HOUR, iso, MINUTE } from './support';

interface Poll {
	at: number;
	isContinued: boolean;
}

type Find = (now: number, before: PollState | undefined, isContinued: boolean) => Moments;

/** When one appointment is announced, and with what, by polls that list it whenever they ask for it. */
function announcements(find: Find, polls: Poll[], startAt: (now: number) => number) {
	const found: Array<{ at: number; start: number; item: IDataObject }> = [];
	let before: PollState | undefined;
	let said: { start: number; status: string; at: number } | undefined;
	for (const { at, isContinued } of polls) {
		const { from, to, dueSince, judge } = find(at, before, isContinued);
		const start = startAt(at);
		const candidate = {
			data: { start_date: iso(start), status: 'CONFIRMED' },
			start,
			said,
			isSameStart: said?.start === start,
		};
		const { label, item } = (start >= from && start <= to && judge(candidate)) || {};
		if (label !== undefined) said = { start, status: label, at };
		if (item) found.push({ at, start, item });
		const interval = before && at - before.polledAt;
		before = { polledAt: at, interval, dueSince, scope: 'same' } as PollState;
	}
	return found;
}

const setup = { zone: 'utc', statuses: [], filters: {}, scope: 'same' } as unknown as Parameters<
	typeof ended
>[0];

/** Polls at these distances, in minutes. */
const pollsAt = (gaps: number[]): Poll[] => {
	let at = BEGIN;
	return [0, ...gaps].map((gap) => {
		at += gap * MINUTE;
		return { at, isContinued: true };
	});
};

const gaps = (most: number) =>
	fc.array(fc.integer({ min: 1, max: most }), { minLength: 1, maxLength: 60 });
const minutes = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * MINUTE);

describe('ended', () => {
	const after =
		(delayMs: number): Find =>
		(now, before, isContinued) => {
			const own = { ...setup, event: 'ended' as const, now, delayMs, durationMs: 30 * MINUTE };
			return ended(own, before, isContinued);
		};

	test('announces at the first poll after the delay, once, unless that was before the first poll or two days ago', () => {
		fc.assert(
			fc.property(
				gaps(3 * 24 * 60),
				minutes(-60, 40 * 24 * 60),
				minutes(0, 90 * 24 * 60),
				(distances, startsIn, delay) => {
					const polls = pollsAt(distances);
					const start = BEGIN + startsIn - delay;
					const due = start + 30 * MINUTE + delay;
					const first = polls.find(({ at }) => at >= due);
					const isLost = due <= BEGIN || !first || due <= first.at - 2 * DAY;
					const found = announcements(after(delay), polls, () => start);
					expect(found.map(({ at }) => at)).toEqual(isLost ? [] : [first.at]);
				},
			),
		);
	});

	test('announces a moved appointment after each end that is followed by a later start', () => {
		fc.assert(
			fc.property(
				gaps(6 * 60),
				minutes(0, 24 * 60),
				minutes(0, 48 * 60),
				minutes(0, 48 * 60),
				(distances, startsIn, movesAfter, movesTo) => {
					const start = BEGIN + startsIn;
					const moved = BEGIN + movesTo;
					const startAt = (now: number) => (now < BEGIN + movesAfter ? start : moved);
					const found = announcements(after(HOUR), pollsAt(distances), startAt);
					expect(found.length).toBeLessThanOrEqual(2);
					for (const each of found) expect(each.at).toBeGreaterThanOrEqual(each.start + 1.5 * HOUR);
					if (found[1]) expect(moved).toBeGreaterThan(found[0]!.at);
				},
			),
		);
	});

	test('announces nothing that became due while unpublished', () => {
		fc.assert(
			fc.property(gaps(24 * 60), fc.nat(), minutes(0, 20 * 24 * 60), (distances, nth, startsIn) => {
				const polls = pollsAt(distances);
				const again = polls[nth % polls.length]!;
				again.isContinued = false;
				const due = BEGIN + startsIn + 1.5 * HOUR;
				const former = polls[polls.indexOf(again) - 1]?.at ?? -Infinity;
				const found = announcements(after(HOUR), polls, () => BEGIN + startsIn);
				if (due > former && due <= again.at) expect(found).toEqual([]);
			}),
		);
	});
});

test('startsSoon announces each lead time once, never before it begins, the shortest that has passed, and what begins within the usual interval', () => {
	const leadTimes = [3 * DAY, DAY, HOUR].map((ms) => ({
		ms,
		shown: { value: ms / MINUTE, unit: 'minutes' as const },
	}));
	const find: Find = (now, before) =>
		startingSoon({ ...setup, event: 'startsSoon', now, leadTimes }, before);
	fc.assert(
		fc.property(gaps(20 * 60), minutes(1, 20 * 24 * 60), (distances, startsIn) => {
			const polls = pollsAt(distances);
			const start = BEGIN + startsIn;
			const found = announcements(find, polls, () => start);
			const leads = found.map(({ item }) => (item.leadTime as { value: number }).value * MINUTE);
			// Each once, and from the longest to the shortest.
			expect(leads).toEqual([...new Set(leads)].sort((one, other) => other - one));
			for (const [index, { at }] of found.entries()) {
				const passed = leadTimes.filter(({ ms }) => start - ms <= at).map(({ ms }) => ms);
				expect(leads[index]).toBe(Math.min(...passed));
				expect(at - start).toBeLessThanOrEqual(HOUR);
			}
			const inTime = polls.find(({ at }) => at >= start - HOUR && at <= start);
			if (inTime) expect(leads.at(-1)).toBe(HOUR);
		}),
	);
});
