import { MIX_NAMES } from './mixes';
import { testMixes } from './play';

testMixes(MIX_NAMES.slice(8));
