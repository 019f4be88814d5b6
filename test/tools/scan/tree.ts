import { posix } from 'node:path';
import { error, type Finding } from './finding';

/** A word that must not be in the tracked files, and what to call it. */
export interface Forbidden {
	word: string;
	what: string;
}

const NODES = 'nodes/AppointmentScheduling/';
const CONNECTED = ['service', 'fields', 'connect', 'nodeErrors'];
/** What each part of the package may import besides itself; docs/architecture.md says why. */
const MAY_IMPORT: Record<string, string[]> = {
	service: [],
	fields: ['service'],
	connect: ['service'],
	nodeErrors: ['service'],
	actions: CONNECTED,
	deliveries: CONNECTED,
	polling: CONNECTED,
	pickers: CONNECTED,
};
const IMPORT = /(?:\bfrom|\bimport|\brequire\()\s*\(?\s*['"](\.[^'"]*)['"]/g;

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

/** Data flows one way through the nodes: no part imports another that builds on it. */
export function checkFolders(path: string, content: string): Finding[] {
	const part = partOf(path);
	const allowed = part === undefined ? undefined : MAY_IMPORT[part];
	if (part === undefined || allowed === undefined) return [];
	return [...content.matchAll(IMPORT)].flatMap((match) => {
		const imported = posix.join(posix.dirname(path), match[1] ?? '');
		const target = partOf(imported);
		if (target !== undefined && [part, ...allowed].includes(target)) return [];
		const number = content.slice(0, match.index).split('\n').length;
		return [
			error(`${path}:${number}`, 'folders', `${part} must not import ${target ?? imported}.`),
		];
	});
}

/** The folder of a node's file, or the file's own name where it is in none. */
function partOf(path: string): string | undefined {
	if (!path.startsWith(NODES)) return undefined;
	return path.slice(NODES.length).split('/')[0]?.replace(/\.ts$/, '');
}

/** So that the folder "/a" is found in "/a/b" and neither in "/ab" nor in "x/a". */
function standingAlone(word: string): RegExp {
	const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(?<![\\w.-])${literal}(?![\\w-])`);
}

function lines(content: string): { text: string; number: number }[] {
	return content.split('\n').map((text, index) => ({ text, number: index + 1 }));
}
