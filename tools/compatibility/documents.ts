import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../../test/n8n/harness/paths';
import type { Row } from './matrix';
import { detailed, readRecord, withRow } from './record';

const page = join(root, 'docs/internals/compatibility.md');

/** Writes a row into the page. In a file of its own, because jest cannot load prettier. */
export async function publish(row: Row, day: string): Promise<void> {
	const record = withRow(readRecord(readFileSync(page, 'utf8')), row, day);
	await replaceMarked(page, detailed(record));
}

/** Puts text between the markers of a document; a document without them stays as it is. */
async function replaceMarked(file: string, text: string): Promise<void> {
	const before = readFileSync(file, 'utf8');
	const after = before.replace(
		/(<!-- compat -->).*(<!-- \/compat -->)/s,
		(_, start: string, end: string) => `${start}\n\n${text}\n\n${end}`,
	);
	const options = await resolveConfig(file);
	writeFileSync(file, await format(after, { ...options, filepath: file }));
}
