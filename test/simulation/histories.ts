import { MIX_NAMES, type MixName } from './mixes';
import { search } from './play';

const { HISTORIES = '40', MIX, PROPERTY_SEED } = process.env;

/** Tests that play histories of each mix. `MIX` is played instead, whichever file is run. */
export function testMixes(
	names: MixName[],
	{ histories = Number(HISTORIES), longest = 30 } = {},
): void {
	const chosen = MIX === undefined ? names : MIX_NAMES.filter((name) => name === MIX);
	if (chosen.length === 0)
		throw new Error(`'${MIX}' is no mix. Choose one of: ${MIX_NAMES.join(', ')}.`);
	const seed = Number(PROPERTY_SEED) || undefined;
	test.each(chosen)(
		'%s: nothing breaks a promise of the documentation',
		async (mix) => {
			const found = await search({ mix, histories, longest, seed });
			expect(found?.report).toBeUndefined();
		},
		3_600_000,
	);
}
