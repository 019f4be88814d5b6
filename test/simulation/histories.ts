import { OPEN, type MixName } from './mixes';
import { search } from './play';

const { HISTORIES = '40', MIX, PROPERTY_SEED } = process.env;

/** Tests that play histories of each mix. */
export function testMixes(names: MixName[]): void {
	const chosen = names.filter((name) => MIX === undefined || MIX === name);
	const seed = Number(PROPERTY_SEED) || undefined;
	const request = { histories: Number(HISTORIES), longest: 30, seed };
	test.each(chosen.length > 0 ? chosen : names.slice(0, 1))(
		'%s: nothing breaks a promise of the documentation',
		async (mix) => {
			const found = await search({ ...request, mix, open: OPEN[mix] });
			expect(found?.report).toBeUndefined();
		},
		600_000,
	);
}
