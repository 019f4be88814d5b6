/**
 * Finds how many requests may be in flight, as a pure function of the responses. The limit grows
 * while more requests in flight bring a higher rate. The rate is the number in flight divided by
 * the latency (Little's law), so it does not matter whether latency grows in the service or in n8n,
 * which needs time for each response too. docs/internals/concurrency.md has the curve.
 */
export interface AdaptiveLimit {
	/** Requests in flight at most, for now. */
	limit: number;
	most: number;
	/** Only a refusal lowers the limit below this: fewer are too few to judge a rate, or the user set it. */
	floor: number;
	/** The number in flight that is known to work. Any other limit is a trial. */
	known: number;
	/** Responses per ms with that number; 0 until measured. */
	rate: number;
	/** This number was not faster than a smaller one. */
	ceiling: number;
	/** How much the next trial adds. */
	step: number;
	/** Rounds to wait after a failed trial, twice as many each time. A round is `limit` responses. */
	patience: number;
	/** Responses to wait before the next trial. */
	wait: number;
	/** Responses to ignore, because their requests were sent with more in flight. */
	skip: number;
	/** Latencies in ms that were measured at this limit. */
	latencies: readonly number[];
	/** More did not help, so fewer may be enough. */
	triesFewer: boolean;
}

/** A response, and how many requests were in flight when its request was sent or refused. */
export interface Sample {
	isRefused: boolean;
	latency: number;
	inFlight: number;
}

export const FIRST_LIMIT = 16;
const MOST = 128;
const SHORTEST_PATIENCE = 2;
const LONGEST_PATIENCE = 64;
/** A trial with more must bring at least this share of the gain at constant latency. */
const WORTHWHILE = 0.7;
/** A trial with more that leaves less than this share of the rate shows that the known number may be too many. */
const HARMFUL = 0.75;
/** A trial with fewer may cost at most this share of the rate. */
const CHEAP = 0.05;
/** From this latency on, a trial ends early: waiting for a whole round would cost too much time. */
const LONG_MS = 100;
/** Connections are made in the first round. That misleads, unless latency is longer than this anyway. */
const LONG_FIRST_MS = 200;
/** If the rate falls by this factor, the service has changed. */
const WORSE = 1.5;

/** @param concurrency the user's number, never exceeded; if undefined, the limit adapts */
export function firstLimit(concurrency: number | undefined): AdaptiveLimit {
	const limit = concurrency ?? FIRST_LIMIT;
	return {
		limit,
		most: concurrency ?? MOST,
		floor: limit,
		known: limit,
		rate: 0,
		ceiling: Infinity,
		step: limit,
		patience: SHORTEST_PATIENCE,
		wait: limit,
		skip: limit,
		latencies: [],
		triesFewer: false,
	};
}

/** The limit after one more response. */
export function afterResponse(state: AdaptiveLimit, sample: Sample): AdaptiveLimit {
	if (sample.isRefused) return afterRefusal(state, sample.inFlight);
	const isLongFirst = state.rate === 0 && sample.latency >= LONG_FIRST_MS;
	if (state.skip > 0 && !isLongFirst) return { ...state, skip: state.skip - 1 };
	if (!tells(state, sample)) return { ...state, skip: 0 };
	const latencies = [...state.latencies, Math.max(sample.latency, 1)];
	const wait = state.wait - 1;
	const measured = { ...state, latencies, wait, skip: 0 };
	if (state.limit === state.known) {
		return wait <= 0 ? nextTrial(remembered(measured)) : noticed(measured);
	}
	return wait <= 0 || isLost(measured) ? afterTrial(measured) : measured;
}

/** Drops at once to the number that the service was still serving, and waits before trying one more. */
function afterRefusal(state: AdaptiveLimit, inFlight: number): AdaptiveLimit {
	const limit = Math.max(1, Math.min(state.limit, inFlight));
	const isTrial = state.limit > state.known;
	const patience = isTrial ? longer(state.patience) : state.patience;
	return { ...settled({ ...state, patience }, limit), rate: 0, step: 1 };
}

/** Whether the number in flight was near the limit; in a trial with more, nearer than to the known number. */
const tells = (state: AdaptiveLimit, { inFlight }: Sample): boolean =>
	!isJudged(state) ||
	inFlight > (state.limit > state.known ? state.known + state.limit : state.limit) / 2;

/** Whether the rate decides about the limit: not for the user's number, nor for a few more after a refusal. */
const isJudged = ({ limit, known, floor }: AdaptiveLimit): boolean =>
	limit > floor && (limit <= known || limit >= known + Math.floor(known / 8));

const rateOf = ({ limit, latencies }: AdaptiveLimit): number => limit / median(latencies);

const remembered = (state: AdaptiveLimit): AdaptiveLimit => ({ ...state, rate: rateOf(state) });

/** While waiting, checks once a round whether the service has become much slower. */
function noticed(state: AdaptiveLimit): AdaptiveLimit {
	if (state.latencies.length < state.limit) return state;
	const isWorse = state.rate > WORSE * rateOf(state) && state.limit > state.floor;
	const renewed = { ...remembered(state), latencies: [] };
	if (isWorse) return trial({ ...renewed, patience: SHORTEST_PATIENCE }, fewerThan(state));
	return state.rate === 0 ? renewed : { ...state, latencies: [] };
}

function nextTrial(state: AdaptiveLimit): AdaptiveLimit {
	const { limit, most, floor, step, triesFewer } = state;
	if (limit > floor && triesFewer) {
		return trial({ ...state, triesFewer: false }, fewerThan(state));
	}
	return limit < most
		? trial({ ...state, ceiling: Infinity }, limit + step)
		: settled(state, limit);
}

const fewerThan = ({ limit, floor }: AdaptiveLimit): number =>
	Math.max(floor, Math.floor(limit * 0.75));

/**
 * Tries another limit for a round. While latency is short, the first responses of a trial are not
 * enough: their requests were sent while n8n was still handling the previous responses.
 */
function trial(state: AdaptiveLimit, wanted: number): AdaptiveLimit {
	const limit = Math.min(wanted, state.most);
	const added = limit - state.known;
	const isLong = state.known / state.rate >= LONG_MS;
	return {
		...state,
		limit,
		latencies: [],
		skip: added < 0 ? state.known : isLong ? 0 : limit,
		wait: isLong && added > 0 ? Math.max(2, added / 2) : limit,
	};
}

function afterTrial(state: AdaptiveLimit): AdaptiveLimit {
	const gain = rateOf(state) / state.rate;
	const isMore = state.limit > state.known;
	const isGood = gain >= demandedGain(state) || !isJudged(state);
	if (isGood) return afterSuccess(state, isMore);
	if (isMore && gain < HARMFUL && state.known > state.floor) return afterHarm(state);
	return afterFailure(state, isMore);
}

const demandedGain = ({ limit, known }: AdaptiveLimit): number =>
	limit > known ? 1 + (limit / known - 1) * WORTHWHILE : 1 - CHEAP;

/** Whether so many responses took too long that the others of the round can't make the trial succeed. */
function isLost(state: AdaptiveLimit): boolean {
	if (!isJudged(state)) return false;
	const longest = state.limit / (state.rate * demandedGain(state));
	return state.latencies.filter((ms) => ms > longest).length > state.limit / 2;
}

function afterSuccess(state: AdaptiveLimit, isMore: boolean): AdaptiveLimit {
	const { limit, most, ceiling, step } = state;
	const better = {
		...remembered(state),
		known: limit,
		patience: SHORTEST_PATIENCE,
		triesFewer: !isMore,
	};
	if (!isMore || limit === most) return settled({ ...better, step: Math.ceil(limit / 4) }, limit);
	if (ceiling !== Infinity) return between(better);
	return trial({ ...better, step: 2 * step }, limit + 2 * step);
}

function afterFailure(state: AdaptiveLimit, isMore: boolean): AdaptiveLimit {
	const { limit, known } = state;
	const failed = { ...state, limit: known, triesFewer: isMore };
	if (!isMore) return settled({ ...failed, patience: longer(state.patience) }, known);
	return { ...between({ ...failed, ceiling: limit }), skip: limit };
}

function afterHarm(state: AdaptiveLimit): AdaptiveLimit {
	const known = { ...state, limit: state.known, step: Math.ceil(state.known / 4) };
	return { ...trial(known, fewerThan(known)), skip: state.limit };
}

/** Halves the distance to the ceiling, until the steps are too small to judge. */
function between(state: AdaptiveLimit): AdaptiveLimit {
	const step = Math.floor((state.ceiling - state.known) / 2);
	const { known, patience } = state;
	if (step >= Math.max(1, known / 8)) return trial({ ...state, step }, known + step);
	return settled({ ...state, step: Math.ceil(known / 4), patience: longer(patience) }, known);
}

function settled(state: AdaptiveLimit, limit: number): AdaptiveLimit {
	return { ...state, limit, known: limit, wait: state.patience * limit, skip: 0, latencies: [] };
}

const longer = (patience: number): number => Math.min(2 * patience, LONGEST_PATIENCE);

function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 1;
}
