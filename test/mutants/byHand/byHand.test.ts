import { play } from '../../simulation/play';
import { mutate, type Mutation } from '../../simulation/program';
import type { History } from '../../simulation/steps';
import { HISTORIES } from './histories';
import { mutants } from '../list';

const byHand = mutants.filter(({ mix }) => mix === undefined);

async function breachesIn(history: History, mutations: Mutation[]): Promise<string[]> {
	mutate(mutations);
	return (await play(history)).oracle.breaches;
}

test.each(byHand)('sees in a history by hand: $is', async ({ is, mutations }) => {
	expect(await breachesIn(HISTORIES[is]!, [])).toEqual([]);
	expect(await breachesIn(HISTORIES[is]!, mutations)).not.toEqual([]);
});
