/**
 * How many requests may be in flight, as a pure function of the responses:
 * 1. Double while that brings a third more responses in the same time. Then try once halfway.
 * 2. If a request fails, go back to the last number that worked. If that number fails, halve it.
 * 3. From then on, add one per round. If one more fails, wait twice as long before the next try.
 */
export interface AdaptiveLimit {
	limit: number;
	/** Counts the changes of the limit. */
	epoch: number;
	most: number;
	/** The last number that worked for a whole round; 0 if none has. A higher limit is a trial. */
	known: number;
	/** Responses per ms with that number. */
	rate: number;
	next: 'double' | 'halfway' | 'one';
	/** Rounds until the limit changes. A round is `limit` responses. */
	wait: number;
	/** Rounds to wait after a failed trial. */
	patience: number;
	/** Of the responses of this round, in ms. */
	latencies: readonly number[];
}

export interface Sample {
	isFailed: boolean;
	latency: number;
	/** When the request was sent. */
	epoch: number;
	/** When the request was sent, itself included. */
	inFlight: number;
}

/** Rounds that a rate needs: while the first one is sent, the service is still busy with less. */
const MEASURING = 2;
/** From this latency on, making the first connections does not matter, and another round would. */
const LONG_MS = 200;
/** Rounds to wait before more is tried again, because the service may have been slow by chance. */
const PATIENCE = 16;
const LONGEST_PATIENCE = 64;

/** @param most never exceeded, whatever the responses */
export function firstLimit(limit: number, most: number, epoch = 0): AdaptiveLimit {
	const rule = { next: 'double', wait: MEASURING, patience: 1 } as const;
	return { limit, epoch, most, known: 0, rate: 0, latencies: [], ...rule };
}

/**
 * The limit after one more response. Requests that were sent under another limit say nothing about
 * this one, so many failures of one moment count as one.
 */
export function afterResponse(state: AdaptiveLimit, sample: Sample): AdaptiveLimit {
	if (sample.epoch !== state.epoch) return state;
	if (sample.isFailed) return afterFailure(state);
	if (sample.inFlight <= state.limit / 2) return state;
	const latencies = [...state.latencies, Math.max(sample.latency, 1)].sort((a, b) => a - b);
	if (latencies.length < state.limit) return { ...state, latencies };
	return afterRound({ ...state, latencies: [] }, latencies[Math.floor(latencies.length / 2)] ?? 1);
}

const isTrial = ({ known, limit }: AdaptiveLimit): boolean => known > 0 && limit > known;

function afterFailure(state: AdaptiveLimit): AdaptiveLimit {
	if (isTrial(state)) return settled({ ...state, next: 'one' });
	const lower = { ...state, known: 0, wait: 1, patience: 1, next: 'one' } as const;
	return changed(lower, Math.max(1, Math.floor(state.limit / 2)));
}

/** @param latency the median */
function afterRound(state: AdaptiveLimit, latency: number): AdaptiveLimit {
	const { limit, known, next } = state;
	const wait = known === 0 && latency >= LONG_MS ? 0 : state.wait - 1;
	if (wait > 0) return { ...state, wait, known: isTrial(state) ? known : limit };
	const rate = limit / latency;
	const better = { ...state, known: limit, rate };
	if (!isTrial(state) || next === 'one') return trial(better);
	const isWorthwhile = rate >= state.rate * (1 + (limit / known - 1) / 3);
	if (next === 'double') return trial(isWorthwhile ? better : { ...state, next: 'halfway' });
	return settled({ ...(isWorthwhile ? better : state), next: 'double' }, PATIENCE);
}

function trial(state: AdaptiveLimit): AdaptiveLimit {
	const { known, next, most } = state;
	const more = { double: 2 * known, halfway: Math.ceil(1.5 * known), one: known + 1 }[next];
	return changed({ ...state, wait: next === 'one' ? 1 : MEASURING }, Math.min(more, most));
}

/** Back at what is known, twice as long each time. */
function settled(state: AdaptiveLimit, least = 0): AdaptiveLimit {
	const patience = Math.min(Math.max(2 * state.patience, least), LONGEST_PATIENCE);
	return changed({ ...state, wait: patience, patience }, state.known);
}

const changed = (state: AdaptiveLimit, limit: number): AdaptiveLimit => ({
	...state,
	limit,
	epoch: state.epoch + 1,
	latencies: [],
});
