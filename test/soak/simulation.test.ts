import { testMixes } from '../simulation/histories';
import { MIX_NAMES } from '../simulation/mixes';

/** A million steps in all: a history has half of the longest on average. */
const LONGEST = 100;
testMixes(MIX_NAMES, { histories: 2_000_000 / LONGEST / MIX_NAMES.length, longest: LONGEST });
