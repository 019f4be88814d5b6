import fc from 'fast-check';

import { installClock } from './clock';
import { historiesOf, type MixName } from './mixes';
import { Player } from './player';
import { mutate, type Mutation } from './program';
import type { History } from './steps';
import { World } from './world';

installClock();

/** Plays one history from its first to its last step. */
export async function play({ around, steps }: History): Promise<World> {
	const world = new World(around);
	await new Player(world).play(steps);
	return world;
}

export interface Request {
	mix: MixName;
	histories: number;
	/** Steps of a history at most. */
	longest: number;
	seed?: number;
	/** A mistake to look for: what fails without it as well does not count. */
	mutations?: Mutation[];
}

/** After how many histories a promise is broken, and which; undefined if none is. */
export async function search({
	mix,
	histories,
	longest,
	seed,
	mutations = [],
}: Request): Promise<{ after: number; report: string } | undefined> {
	let after = 0;
	let isFound = false;
	const isMutated = mutations.length > 0;
	const breachesOf = async (history: History) => (await play(history)).oracle.breaches;
	const property = fc.asyncProperty(historiesOf(mix, longest), async (history) => {
		if (!isFound) after += 1;
		mutate(mutations);
		const breaches = await breachesOf(history);
		mutate([]);
		if (breaches.length === 0 || (isMutated && (await breachesOf(history)).length > 0)) return;
		isFound = true;
		throw new Error(report(history, breaches));
	});
	const result = await fc.check(property, {
		numRuns: histories,
		endOnFailure: isMutated,
		...(seed !== undefined && { seed }),
		...(!isMutated && { interruptAfterTimeLimit: 3_000 * histories }),
	});
	if (!result.failed) return undefined;
	const error = result.errorInstance as Error | undefined;
	const message = error?.message ?? 'interrupted';
	return { after, report: `seed ${result.seed}, history ${after}: ${message}` };
}

const report = ({ around, steps }: History, breaches: string[]): string =>
	['', around, ...steps, ...breaches]
		.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
		.join('\n');
