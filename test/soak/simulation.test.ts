import { testMixes } from '../simulation/play';

/** Not used while the rules were written. */
const SEEDS = [4_101, 5_203, 6_301];

describe.each(SEEDS)('with the seed %s', (seed) => {
	testMixes({ histories: 1_000, seed });
});
