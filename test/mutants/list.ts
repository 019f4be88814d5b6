import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { MixName } from '../simulation/mixes';
import type { Mutation } from '../simulation/program';

/** An ordinary mistake. */
export interface Mutant {
	is: string;
	mix: MixName;
	/** After how many histories of the mix it has to be found. */
	after: number;
	mutations: Mutation[];
}

/** One for each paragraph of `mutants.txt`. */
export const mutants = readFileSync(join(__dirname, 'mutants.txt'), 'utf8')
	.split(/\n\n+/)
	.map(mutantIn);

function mutantIn(paragraph: string): Mutant {
	const [head = '', ...parts] = paragraph.trim().split('\n@ ');
	const [, is, mix, after] = /^(.+): ([^:,]+), (\d+)$/.exec(head) ?? [];
	if (is === undefined || parts.length === 0) throw new Error(`Not a mutant: ${paragraph}`);
	const mutations = parts.map(mutationIn);
	return { is, mix: mix as MixName, after: Number(after), mutations };
}

function mutationIn(part: string): Mutation {
	const [file = '', ...lines] = part.split('\n');
	const text = (sign: string) =>
		lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(2)] : [])).join('\n');
	return { file, from: text('-'), to: text('+') };
}
