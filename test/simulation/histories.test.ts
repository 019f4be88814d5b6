import { testMixes } from './histories';
import { ORDINARY_MIXES } from './mixes';

testMixes(ORDINARY_MIXES);
