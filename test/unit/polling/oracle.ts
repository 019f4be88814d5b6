import { DAY, type Polled, type State, type Told } from './scenario';

const isCanceled = ({ status }: State) => status.startsWith('CANCELED');

/** What each poll has to tell of appointments that start soon, worked out from the truth alone. */
export function soon(polls: Polled[], lead: number): Told[][] {
	const told = new Map<string, number>();
	return polls.map(({ at, truth }, index) => {
		const since = polls[index - 1]?.at ?? at;
		const due = [...truth].filter(
			([key, state]) =>
				!isCanceled(state) &&
				state.start >= since &&
				state.start <= at + lead &&
				told.get(key) !== state.start,
		);
		for (const [key, { start }] of due) told.set(key, start);
		return due.map(([key, state]) => ({ key, ...state }));
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
			const listed = state.start >= at - DAY && !(hides && isCanceled(state));
			const asked = former && former.start >= at - DAY && !isCanceled(former);
			if (!listed && !(event === 'statusChanged' && asked)) continue;
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

const differs = (event: string, a: State, b: State) =>
	event === 'rescheduled' ? a.start !== b.start : a.status !== b.status;
