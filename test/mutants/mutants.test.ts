import { search } from '../simulation/play';
import { mutants, type Mutant } from './list';

const { MUTANT = '' } = process.env;
const SEED = 31;
const chosen = mutants.filter(({ is }) => is.includes(MUTANT));

test.each<Mutant>(chosen)(
	'finds after $after histories: $is',
	async (mutant) => {
		const { mix, after, file, from, to } = mutant;
		const mutation = { file, from, to };
		const found = await search({ mix, histories: after, longest: 30, seed: SEED, mutation });
		expect(found?.after).toBeLessThanOrEqual(after);
	},
	600_000,
);
