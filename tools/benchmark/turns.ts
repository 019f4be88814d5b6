/** The middle of the values; of an even number the mean of the two in the middle. */
export function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const upper = sorted[sorted.length >> 1] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? NaN) + upper) / 2;
}

/**
 * Runs every contender once a round. Each round begins with another one, so that what else the
 * machine does meets all alike. Returns the results of each, round by round.
 */
export async function inTurns<Name extends string, Result>(
	rounds: number,
	contenders: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
	const names = Object.keys(contenders) as Name[];
	const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
		Name,
		Result[]
	>;
	for (let round = 0; round < rounds; round += 1) {
		for (const index of names.keys()) {
			const name = names[(round + index) % names.length] as Name;
			results[name].push(await contenders[name]());
		}
	}
	return results;
}

/** How many times as large the second was as the first, round by round. */
export function ratios<Result>(
	one: Result[],
	other: Result[],
	figure: (result: Result) => number,
): number[] {
	return one.map((result, round) => figure(other[round] as Result) / figure(result));
}
