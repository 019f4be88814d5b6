import fc from 'fast-check';

import { installClock } from './clock';
import { Player } from './player';
import { histories, type History } from './steps';
import { World } from './world';

installClock();

/** Plays one history from its first to its last step. */
export async function play({ around, steps }: History): Promise<World> {
	const world = new World(around);
	await new Player(world).play(steps);
	return world;
}

/** Plays histories with at most so many steps. A failure prints the seed and the shortest history that fails. */
export async function playAll(numRuns: number, longest: number): Promise<void> {
	const property = fc.asyncProperty(histories(longest), async (history) => {
		const { oracle } = await play(history);
		if (oracle.breaches.length > 0) throw new Error(report(history, oracle.breaches));
	});
	await fc.assert(property, { numRuns });
}

const report = ({ around, steps }: History, breaches: string[]): string =>
	['', around, ...steps, ...breaches]
		.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
		.join('\n');
