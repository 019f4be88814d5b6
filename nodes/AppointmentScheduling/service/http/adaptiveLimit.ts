/**
 * How many requests may be in flight, as a pure function of the responses:
 * 1. Double while that brings a third more responses in the same time. Then try once halfway.
 * 2. If a request fails, go back to the last number that worked. If that number fails, halve it.
 * 3. From then on, add one at a time. If one more fails, wait twice as long before the next try.
 */
export interface AdaptiveLimit {
	limit: number;
	/** Counts the changes of the limit. */
	epoch: number;
	most: number;
	/** The last number that worked; 0 if none has. A higher limit is a trial. */
	known: number;
	/** Responses per ms with that number. */
	rate: number;
	/** By which it is multiplied for the next trial. With 1, one is added. */
	factor: 2 | 1.5 | 1;
	/** Rounds until the limit changes. A round is `limit` responses. */
	wait: number;
	/** Rounds waited after the last failed trial. */
	patience: number;
	/** Responses of this round, and their latencies together, in ms. */
	count: number;
	latency: number;
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
/** The first wait is twice as long, because the service may have been slow by chance. */
const PATIENCE = 8;

/** @param most never exceeded, whatever the responses */
export function firstLimit(limit: number, most: number, epoch = 0): AdaptiveLimit {
	const rule = { factor: 2, wait: MEASURING, patience: PATIENCE } as const;
	return { limit, epoch, most, known: 0, rate: 0, count: 0, latency: 0, ...rule };
}

/**
 * The limit after one more response. Requests that were sent under another limit say nothing about
 * this one, so many failures of one moment count as one.
 */
export function afterResponse(state: AdaptiveLimit, sample: Sample): AdaptiveLimit {
	const { limit, known, epoch } = state;
	if (sample.epoch !== epoch) return state;
	const isTrial = known > 0 && limit > known;
	if (sample.isFailed) {
		if (isTrial) return settled({ ...state, factor: 1 });
		const lower = { ...state, known: 0, wait: MEASURING, patience: 1, factor: 1 } as const;
		return changed(lower, Math.max(1, Math.floor(limit / 2)));
	}
	if (sample.inFlight <= limit / 2) return state;
	const count = state.count + 1;
	const latency = state.latency + Math.max(sample.latency, 1);
	if (count < limit) return { ...state, count, latency };
	const next = { ...state, count: 0, latency: 0, wait: state.wait - 1 };
	return next.wait > 0 ? next : afterRounds(next, isTrial, (limit * count) / latency);
}

function afterRounds(state: AdaptiveLimit, isTrial: boolean, rate: number): AdaptiveLimit {
	const { factor } = state;
	const isWorthwhile = !isTrial || factor === 1 || rate >= state.rate * (1 + (factor - 1) / 3);
	const best = isWorthwhile ? { ...state, known: state.limit, rate } : state;
	if (factor === 1.5) return settled({ ...best, factor: 2 });
	return trial(isWorthwhile ? best : { ...best, factor: 1.5 });
}

function trial(state: AdaptiveLimit): AdaptiveLimit {
	const { known, factor, most } = state;
	const more = Math.max(known + 1, Math.ceil(factor * known));
	return changed({ ...state, wait: MEASURING }, Math.min(more, most));
}

/** Back at what is known, twice as long each time. */
function settled(state: AdaptiveLimit): AdaptiveLimit {
	const patience = 2 * state.patience;
	return changed({ ...state, wait: patience, patience }, state.known);
}

const changed = (state: AdaptiveLimit, limit: number): AdaptiveLimit => ({
	...state,
	limit,
	epoch: state.epoch + 1,
	count: 0,
	latency: 0,
});
