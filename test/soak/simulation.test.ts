import { playAll } from '../simulation/play';

/** Half of them, because a history has between one step and so many. */
const STEPS = 100;

test('a million steps of the service, n8n and people lose no change and run nothing twice', async () => {
	await playAll((2 * 1_000_000) / STEPS, STEPS);
}, 7_200_000);
