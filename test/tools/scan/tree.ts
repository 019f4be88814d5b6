import { error, type Finding } from './finding';

/** A word that must not be in the tracked files, and what to call it. */
export interface Forbidden {
	word: string;
	what: string;
}

const ESCAPE_HATCH = /eslint-disable|@ts-(?:ignore|expect-error|nocheck)/;

/** The published sources obey every rule: none is switched off in place. */
export function checkEscapeHatches(path: string, content: string): Finding[] {
	if (!/^(nodes|credentials)\//.test(path)) return [];
	return lines(content)
		.filter(({ text }) => ESCAPE_HATCH.test(text))
		.map(({ number }) =>
			error(`${path}:${number}`, 'escape-hatches', 'A rule is switched off here.'),
		);
}

/** Nothing that only holds on the machine it was written on. */
export function checkMachine(path: string, content: string, forbidden: Forbidden[]): Finding[] {
	return forbidden.flatMap(({ word, what }) => {
		const pattern = standingAlone(word);
		return lines(content)
			.filter(({ text }) => pattern.test(text))
			.map(({ number }) => error(`${path}:${number}`, 'machine', `It holds ${what}.`));
	});
}

/** So that the folder "/a" is found in "/a/b" and neither in "/ab" nor in "x/a". */
function standingAlone(word: string): RegExp {
	const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(?<![\\w.-])${literal}(?![\\w-])`);
}

function lines(content: string): { text: string; number: number }[] {
	return content.split('\n').map((text, index) => ({ text, number: index + 1 }));
}
