import fc from 'fast-check';

import { installClock } from './clock';
import { histories } from './steps';
import { World } from './world';

installClock();

const HISTORIES = Number(process.env.HISTORIES ?? 500);
const STEPS = 30;

test('what must hold, holds in every history', async () => {
	await fc.assert(
		fc.asyncProperty(histories(STEPS), async ({ around, steps }) => {
			const world = new World(around);
			await world.play(steps);
			expect(world.oracle.breaches).toEqual([]);
		}),
		{ numRuns: HISTORIES },
	);
});
