/**
 * Property-based tests try the same cases every time, so that a change is judged and not chance;
 * PROPERTY_SEED=random, or a number, tries others. A failure prints its seed.
 */
import fc from 'fast-check';

const { PROPERTY_SEED = '20261121' } = process.env;
if (PROPERTY_SEED !== 'random') {
	const seed = Number(PROPERTY_SEED);
	if (!Number.isInteger(seed)) throw new Error('PROPERTY_SEED is an integer or "random"');
	fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
