import { testMixes } from './histories';
import { MIX_NAMES, ORDINARY_MIXES } from './mixes';

testMixes(MIX_NAMES.filter((name) => !ORDINARY_MIXES.includes(name)));
