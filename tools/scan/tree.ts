import { posix } from 'node:path';
import { error, type Finding } from './finding';

/** A word that must not be in the tracked files, and what to call it. */
export interface Forbidden {
	word: string;
	what: string;
}

const NODES = 'nodes/AppointmentScheduling/';
const SHARED = ['service', 'fields', 'n8n'];
/**
 * What each part of the package may import besides itself; docs/architecture.md says why. A part
 * named without its subfolder stands for all of them, and within itself for its own files only.
 */
const MAY_IMPORT: Record<string, string[]> = {
	'service/errors': [],
	'service/vocabulary': [],
	'service/values': ['service/errors', 'service/vocabulary'],
	'service/http': ['service/errors', 'service/values'],
	'service/lists': ['service/errors', 'service/values', 'service/http'],
	service: [],
	fields: ['service'],
	n8n: ['service'],
	actions: SHARED,
	pickers: SHARED,
	watching: ['service'],
	pollingTrigger: [...SHARED, 'watching'],
	webhookTrigger: SHARED,
	'webhookTrigger/runs': [...SHARED, 'watching'],
	'webhookTrigger/subscription': [...SHARED, 'webhookTrigger', 'webhookTrigger/runs', 'watching'],
	'webhookTrigger/deliveries': [
		...SHARED,
		...['webhookTrigger', 'webhookTrigger/subscription', 'webhookTrigger/runs', 'watching'],
	],
	'webhookTrigger/catchUp': [
		...SHARED,
		...['webhookTrigger', 'webhookTrigger/subscription', 'webhookTrigger/runs', 'watching'],
	],
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
		const isAllowed = [part, ...allowed].some(
			(other) =>
				target === other || (target?.startsWith(`${other}/`) && !part.startsWith(`${other}/`)),
		);
		if (isAllowed) return [];
		const number = content.slice(0, match.index).split('\n').length;
		return [
			error(`${path}:${number}`, 'folders', `${part} must not import ${target ?? imported}.`),
		];
	});
}

/** The innermost folder or file that has a rule; else the outermost folder. */
function partOf(path: string): string | undefined {
	if (!path.startsWith(NODES)) return undefined;
	const [outer = '', inner] = path.slice(NODES.length).replace(/\.ts$/, '').split('/');
	const both = `${outer}/${inner}`;
	return both in MAY_IMPORT ? both : outer;
}

/** So that the folder "/a" is found in "/a/b" and neither in "/ab" nor in "x/a". */
function standingAlone(word: string): RegExp {
	const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(?<![\\w.-])${literal}(?![\\w-])`);
}

function lines(content: string): { text: string; number: number }[] {
	return content.split('\n').map((text, index) => ({ text, number: index + 1 }));
}
