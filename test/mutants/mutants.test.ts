import { search } from '../simulation/play';
import { mutants } from './list';

const { MUTANT = '' } = process.env;
const SEED = 31;
const chosen = mutants.flatMap(({ mix, ...rest }) =>
	mix !== undefined && rest.is.includes(MUTANT) ? [{ ...rest, mix }] : [],
);

test.each(chosen)(
	'finds after $after histories: $is',
	async ({ mix, after, mutations }) => {
		const found = await search({ mix, histories: after, longest: 30, seed: SEED, mutations });
		expect(found?.after).toBeLessThanOrEqual(after);
	},
	600_000,
);
