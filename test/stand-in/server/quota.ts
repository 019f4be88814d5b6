/** How many requests the service takes. */
export interface QuotaRules {
	perMinute?: number;
	perHour?: number;
	/** Any minute counts, not the one since the first request. */
	sliding?: boolean;
	/** Without `X-RateLimit-*`, as Django REST framework's own. */
	headers?: boolean;
}

const MINUTE = 60_000;

/** The requests of one period. */
class Period {
	private taken: number[] = [];

	constructor(
		private readonly ms: number,
		readonly most: number,
		private readonly slides: boolean,
	) {}

	left(now: number): number {
		const [first] = this.taken;
		if (first !== undefined && now >= first + this.ms)
			this.taken = this.slides ? this.taken.filter((at) => now < at + this.ms) : [];
		return this.most - this.taken.length;
	}

	/** When the next request that is too many now is taken. */
	endsAt(now: number): number {
		return (this.taken[0] ?? now) + this.ms;
	}

	take(now: number): void {
		this.taken.push(now);
	}
}

/** The outcome for one request, and the headers of its response. */
export interface Turn {
	isRefused: boolean;
	/** Seconds until the next one is taken. */
	retryAfter: number;
	headers: Record<string, string>;
}

/** The quota of an account. */
export class Quota {
	private rules: QuotaRules | undefined;
	private periods: Period[] = [];

	/** A request comes. Other rules than before begin anew. */
	take(rules: QuotaRules | undefined, clockAhead: number): Turn | undefined {
		if (rules !== this.rules) this.begin(rules);
		if (!rules || this.periods.length === 0) return undefined;
		const now = Date.now();
		const full = this.periods.filter((period) => period.left(now) <= 0);
		const isRefused = full.length > 0;
		if (!isRefused) for (const period of this.periods) period.take(now);
		const ends = full.map((period) => period.endsAt(now));
		return {
			isRefused,
			retryAfter: isRefused ? Math.ceil((Math.max(...ends) - now) / 1000) : 0,
			headers: rules.headers === false ? {} : this.headers(now, clockAhead),
		};
	}

	private begin(rules: QuotaRules | undefined): void {
		this.rules = rules;
		const { perMinute, perHour, sliding = false } = rules ?? {};
		this.periods = [
			...(perMinute === undefined ? [] : [new Period(MINUTE, perMinute, sliding)]),
			...(perHour === undefined ? [] : [new Period(60 * MINUTE, perHour, sliding)]),
		];
	}

	/** Those of the period in which the fewest are left. */
	private headers(now: number, clockAhead: number): Record<string, string> {
		const tightest = this.periods.reduce((a, b) => (b.left(now) <= a.left(now) ? b : a));
		return {
			'x-ratelimit-limit': String(tightest.most),
			'x-ratelimit-remaining': String(tightest.left(now)),
			'x-ratelimit-reset': String(Math.floor((tightest.endsAt(now) + clockAhead) / 1000)),
		};
	}
}
