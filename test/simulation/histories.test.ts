import { testMixes } from './play';

testMixes();
