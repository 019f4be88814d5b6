import { MIX_NAMES } from '../simulation/mixes';
import { search } from '../simulation/play';

/** Half of them, because a history has between one step and so many. */
const STEPS = 100;
const HISTORIES = (2 * 1_000_000) / STEPS / MIX_NAMES.length;

test.each(MIX_NAMES)(
	'%s: a million steps in all break no promise',
	async (mix) => {
		const found = await search({ mix, histories: HISTORIES, longest: STEPS });
		expect(found?.report).toBeUndefined();
	},
	3_600_000,
);
