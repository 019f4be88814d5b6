import type { Run } from '../stage';

/** What is compared most. */
export const took = ({ tookMs }: Run) => tookMs;
export const inFlightOf = ({ inFlight }: Run) => inFlight;

/** The middle of the values; of an even number the mean of the two in the middle. */
export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/**
 * Runs every contender once a round, the rounds beginning with another one each time, so that
 * what else the machine does meets all alike. Returns what each gave, round by round.
 */
export async function inTurns<Name extends string, Result>(
	rounds: number,
	contenders: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
	const names = Object.keys(contenders) as Name[];
	const entries = names.map((name): [Name, Result[]] => [name, []]);
	const results = Object.fromEntries(entries) as Record<Name, Result[]>;
	for (let round = 0; round < rounds; round += 1) {
		for (const index of names.keys()) {
			const name = names[(round + index) % names.length] as Name;
			results[name].push(await contenders[name]());
		}
	}
	return results;
}

/** The middle of a figure over the rounds. */
export function middle<Result>(results: Result[], figure: (result: Result) => number): number {
	return median(results.map(figure));
}

export interface Ratio {
	/** The middle of the ratios of each round. */
	median: number;
	/** From where to where they went, to be shown behind it. */
	spread: string;
}

/** How many times as large the first was as the second, round by round. */
export function ratio<Result>(
	of: Result[],
	to: Result[],
	figure: (result: Result) => number,
): Ratio {
	const ratios = to.flatMap((other, round) => {
		const one = of[round];
		return one === undefined ? [] : figure(one) / figure(other);
	});
	const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((value) => value.toFixed(2));
	return {
		median: median(ratios),
		spread: ratios.length > 1 ? ` (${low} to ${high})` : '',
	};
}
