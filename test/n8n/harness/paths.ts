import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(__dirname, '../../..');

/** The n8n that is run: the pinned one, or the one that the compatibility run puts in its place. */
export const n8nFolder =
	process.env.TEST_N8N_FOLDER ?? resolve(root, 'test/n8n/workspace/node_modules/n8n');

export function versionOf(program: string): string {
	const text = readFileSync(join(program, 'package.json'), 'utf8');
	return (JSON.parse(text) as { version: string }).version;
}

/** A folder inside `.tmp`, which git ignores. */
export function scratch(...parts: string[]): string {
	const folder = resolve(root, '.tmp', ...parts);
	mkdirSync(folder, { recursive: true });
	return folder;
}
