import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

export const root = resolve(__dirname, '../../..');

/** The pinned n8n that tests, benchmark and demo run. */
export const n8nFolder = resolve(root, 'test/n8n/workspace/node_modules/n8n');

/** A folder inside `.tmp`, which git ignores and every run of all suites empties. */
export function scratch(...parts: string[]): string {
	const folder = resolve(root, '.tmp', ...parts);
	mkdirSync(folder, { recursive: true });
	return folder;
}
