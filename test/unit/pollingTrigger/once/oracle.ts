import { DAY, HOUR, MINUTE, type Polled, type State, type Told } from './scenario';

const isCanceled = ({ status }: State) => status.startsWith('CANCELED');
const isReminded = ({ status }: State) => ['CONFIRMED', 'PENDING'].includes(status);

export interface Lead {
	value: number;
	unit: string;
	ms: number;
}

/** What each poll has to tell of appointments that start soon, worked out from the truth alone. */
export function soon(polls: Polled[], leads: Lead[]): Told[][] {
	const told = new Map<string, { start: number; ms: number }>();
	const shortestFirst = [...leads].sort((a, b) => a.ms - b.ms);
	let last: { at: number; interval: number } | undefined;
	let saved = last;
	let savedStarts: number[] = [];
	return polls.map(({ at, truth, restarted }, index) => {
		if (restarted) last = saved;
		const forgets = savedStarts.some((start) => start < at - DAY);
		const usual = Math.min(Math.max((last?.interval ?? 0) * 1.5, MINUTE), HOUR);
		const since = last ? Math.max(Math.min(last.at, at), at - usual) : at;
		const due: Told[] = [];
		for (const [key, state] of truth) {
			const lead = shortestFirst.find(({ ms }) => state.start <= at + ms);
			if (!lead || !isReminded(state) || state.start < since) continue;
			const before = told.get(key);
			if (before?.start === state.start && before.ms <= lead.ms) continue;
			told.set(key, { start: state.start, ms: lead.ms });
			due.push({ key, ...state, leadTime: { value: lead.value, unit: lead.unit } });
		}
		last = { at, interval: last ? at - last.at : 0 };
		// At a restart, n8n saves only what the poll has changed.
		if (due.length > 0 || (restarted && forgets) || index === 0) {
			saved = last;
			savedStarts = [...told.values()]
				.map(({ start }) => start)
				.filter((start) => start >= at - DAY);
		}
		return due;
	});
}

/**
 * What each poll has to tell of changes. What a poll without items has seen is forgotten in a
 * restart, since n8n saves it with items or at activation alone.
 * @param hides whether the service leaves cancelled appointments out of its list
 */
export function changes(
	polls: Polled[],
	event: 'created' | 'rescheduled' | 'statusChanged',
	hides = false,
): Told[][] {
	let known = new Map<string, State>();
	let saved = new Map<string, State>();
	return polls.map(({ at, truth, restarted }, index) => {
		if (restarted) known = new Map(saved);
		const told: Told[] = [];
		for (const [key, state] of truth) {
			const former = known.get(key);
			if (state.start < at - DAY) continue;
			const isSought = former && former.start >= at - DAY && !isCanceled(former);
			if (hides && isCanceled(state) && !isSought) continue;
			known.set(key, state);
			if (event === 'created') {
				if (!former && index > 0) told.push({ key, ...state });
			} else if (former && differs(event, state, former)) {
				told.push({ key, ...state, previous: former });
			}
		}
		if (told.length > 0 || restarted || index === 0) saved = new Map(known);
		return told;
	});
}

const differs = (event: string, now: State, former: State) =>
	event === 'rescheduled' ? now.start !== former.start : now.status !== former.status;
