import {
	afterResponse,
	firstLimit,
	type AdaptiveLimit,
	type Sample,
} from '../../../../nodes/AppointmentScheduling/service/http/adaptiveLimit';

const first = firstLimit(undefined);
const served = (latency: number, inFlight = 128): Sample => ({
	isRefused: false,
	latency,
	inFlight,
});
const refused = (inFlight: number): Sample => ({ isRefused: true, latency: 2, inFlight });

/** `count` responses of one latency after another; several latencies take turns. */
function after(state: AdaptiveLimit, count: number, ...latencies: number[]): AdaptiveLimit {
	for (let index = 0; index < count; index += 1) {
		state = afterResponse(state, served(latencies[index % latencies.length]!));
	}
	return state;
}

/** Responses of one latency until a trial ends. */
function ended(state: AdaptiveLimit, ms: number): AdaptiveLimit {
	do state = afterResponse(state, served(ms));
	while (state.latencies.length > 0);
	return state;
}

/** 32 requests in flight work, with a latency of 50 ms, and the last response of a round is due. */
const known: AdaptiveLimit = {
	...first,
	...{ limit: 32, known: 32, rate: 32 / 50, skip: 0, wait: 1, step: 8 },
};
const waiting = { ...known, wait: 100, patience: 8 };
/** Twice as many are tried. */
const trial: AdaptiveLimit = { ...known, limit: 64, step: 32, wait: 64, latencies: [] };
const fewer: AdaptiveLimit = { ...known, limit: 24, wait: 24, latencies: [] };

describe('the first round', () => {
	it('is ignored, because connections are made in it', () => {
		expect(after(first, 16, 50)).toEqual({ ...first, skip: 0 });
	});

	it('counts if latency is long anyway', () => {
		expect(afterResponse(first, served(199))).toEqual({ ...first, skip: 15 });
		expect(afterResponse(first, served(200))).toMatchObject({
			skip: 0,
			wait: 15,
			latencies: [200],
		});
	});

	it('is followed by a measured one, and that by a trial with twice as many', () => {
		expect(after(first, 31, 50)).toMatchObject({ limit: 16, wait: 1, rate: 0 });
		const next = { limit: 32, known: 16, rate: 16 / 50, latencies: [], skip: 32, wait: 32 };
		expect(after(first, 32, 50)).toMatchObject(next);
		expect(after(first, 32, 10, 50)).toMatchObject(next);
		expect(after(first, 32, 0.1)).toMatchObject({ rate: 16 });
	});

	it.each([
		[99, 32, 32],
		[100, 0, 8],
	])('at %i ms the trial skips %i responses and ends after %i', (ms, skip, wait) => {
		expect(after(first, 32, ms)).toMatchObject({ skip, wait });
	});

	it("is followed by no trial if the number is the user's", () => {
		expect(after(firstLimit(3), 6, 50)).toMatchObject({ limit: 3, wait: 6, latencies: [] });
	});
});

describe('a trial with more', () => {
	it.each<[string, Partial<AdaptiveLimit>, number, Partial<AdaptiveLimit>]>([
		['is good', {}, 50, { limit: 128, known: 64, step: 64, patience: 2, rate: 64 / 50 }],
		['is worthwhile', {}, 58, { limit: 128, known: 64 }],
		['is not', {}, 59, { limit: 48, known: 32, ceiling: 64, skip: 64, triesFewer: true }],
		['leaves most of the rate', {}, 133, { limit: 48, known: 32, ceiling: 64 }],
		['does harm', {}, 134, { limit: 24, known: 32, step: 8, skip: 64, wait: 24 }],
		['fails at the floor', { floor: 32 }, 134, { limit: 48, known: 32, ceiling: 64 }],
		['was long', { rate: 32 / 200 }, 200, { limit: 128, known: 64, skip: 0, wait: 32 }],
		['is the most', { most: 64 }, 50, { limit: 64, known: 64, step: 16, wait: 128, skip: 0 }],
		['has a ceiling', { ceiling: 80 }, 50, { limit: 72, known: 64, step: 8 }],
		['is close below it', { ceiling: 79 }, 50, { limit: 64, known: 64, step: 16, patience: 4 }],
	])('%s', (_what, changes, ms, expected) => {
		expect(ended({ ...trial, ...changes }, ms)).toMatchObject(expected);
	});

	it('by few is judged by refusals only', () => {
		const few = { ...trial, limit: 35, step: 3, wait: 35 };
		expect(after(few, 35, 900)).toMatchObject({ limit: 41, known: 35 });
		expect(after({ ...few, limit: 36 }, 35, 900)).toMatchObject({ limit: 24, known: 32 });
	});

	it('ends as soon as it cannot succeed', () => {
		expect(after(trial, 32, 900)).toMatchObject({ limit: 64, wait: 32 });
		expect(after(trial, 33, 900)).toMatchObject({ limit: 24 });
		expect(after(trial, 33, 60)).toMatchObject({ limit: 48 });
		expect(after(trial, 63, 50)).toMatchObject({ limit: 64, wait: 1 });
	});

	it('halves its distance to the known number until that is too little to judge', () => {
		const failed = (limit: number) => ended({ ...trial, limit, wait: limit }, 75);
		expect(failed(40)).toMatchObject({ limit: 36, known: 32, step: 4, ceiling: 40, skip: 40 });
		expect(failed(39)).toMatchObject({ limit: 32, step: 8, patience: 4, wait: 128, skip: 39 });
	});
});

describe('a trial with fewer', () => {
	it.each<[string, Partial<AdaptiveLimit>, number, Partial<AdaptiveLimit>]>([
		['is as good', {}, 39, { limit: 24, known: 24, step: 6, wait: 48, triesFewer: true }],
		['is worse', {}, 40, { limit: 32, patience: 4, wait: 128, skip: 0, triesFewer: false }],
		['is not worse if it is the floor', { floor: 24 }, 900, { limit: 24, known: 24 }],
		['costs patience up to a limit', { patience: 64 }, 40, { patience: 64, wait: 2_048 }],
	])('%s', (_what, changes, ms, expected) => {
		expect(ended({ ...fewer, ...changes }, ms)).toMatchObject(expected);
	});

	it('follows one with more that did not help', () => {
		const state = { ...known, triesFewer: true };
		expect(after(state, 1, 50)).toMatchObject({ limit: 24, skip: 32, wait: 24, triesFewer: false });
		expect(after({ ...state, floor: 26 }, 1, 50)).toMatchObject({ limit: 26 });
		expect(after(state, 1, 200)).toMatchObject({ limit: 24, skip: 32, wait: 24 });
		expect(after({ ...state, floor: 32 }, 1, 50)).toMatchObject({ limit: 40, triesFewer: true });
		expect(after({ ...known, ceiling: 40 }, 1, 50)).toMatchObject({ limit: 40, ceiling: Infinity });
		expect(after({ ...known, most: 36 }, 1, 50)).toMatchObject({ limit: 36 });
	});

	it('starts as soon as the rate has fallen', () => {
		expect(after(waiting, 31, 76)).toMatchObject({ limit: 32, wait: 69 });
		const worse = { limit: 24, known: 32, patience: 2, rate: 32 / 76, latencies: [] };
		expect(after(waiting, 32, 76)).toMatchObject(worse);
		const kept = { limit: 32, patience: 8, rate: 32 / 50, wait: 68, latencies: [] };
		expect(after(waiting, 32, 75)).toMatchObject(kept);
		expect(after({ ...waiting, floor: 32 }, 32, 900)).toMatchObject(kept);
		expect(after({ ...waiting, rate: 0 }, 32, 74)).toMatchObject({ ...kept, rate: 32 / 74 });
	});
});

describe('a response', () => {
	it.each<[string, AdaptiveLimit, number, boolean]>([
		['half the limit', waiting, 16, false],
		['more', waiting, 17, true],
		['as many as between known and tried', trial, 48, false],
		['more, in a trial', trial, 49, true],
		['half of fewer', fewer, 12, false],
		['one, which is enough at the floor', { ...waiting, floor: 32 }, 1, true],
		['one, in a trial by few', { ...trial, limit: 35 }, 1, true],
	])('tells if there was in flight: %s', (_what, state, inFlight, tells) => {
		const { latencies } = afterResponse(state, served(50, inFlight));
		expect(latencies).toEqual(tells ? [50] : []);
	});

	it('that tells nothing ends the skipping of others', () => {
		expect(afterResponse({ ...trial, skip: 2 }, served(50))).toEqual({ ...trial, skip: 1 });
		expect(afterResponse(trial, served(50, 1))).toEqual(trial);
	});
});

describe('a refusal', () => {
	it.each<[string, AdaptiveLimit, number, Partial<AdaptiveLimit>]>([
		['in a trial with more costs patience', trial, 40, { limit: 40, patience: 4, wait: 160 }],
		['in one with fewer does not', fewer, 20, { limit: 20, patience: 2, wait: 40 }],
		['of a known number does not', waiting, 20, { limit: 20, patience: 8, wait: 160 }],
		['leaves one', waiting, 0, { limit: 1 }],
		['raises nothing', waiting, 99, { limit: 32 }],
	])('%s', (_what, state, inFlight, expected) => {
		const next = afterResponse({ ...state, latencies: [50] }, refused(inFlight));
		expect(next).toMatchObject({ ...expected, known: expected.limit });
		expect(next).toMatchObject({ rate: 0, step: 1, skip: 0, latencies: [] });
	});
});
