import { search } from '../simulation/play';
import { mutants } from './list';

const { MUTANT = '' } = process.env;
const SEED = 31;
const chosen = mutants.filter(({ is }) => is.includes(MUTANT));

test.each(chosen)(
	'finds after $after histories: $is',
	async ({ mix, after, mutations }) => {
		const found = await search({ mix, histories: after, seed: SEED, mutations });
		expect(found?.after).toBeLessThanOrEqual(after);
	},
	1_200_000,
);
