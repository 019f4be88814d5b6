// Loads the package as n8n does, and prints what that took. Node runs this file itself, without a
// loader that would have a part in the figures.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface Loaded {
	tookMs: number;
	/** Bytes. */
	heap: number;
}

const folder = process.argv[2] ?? '';
const load = createRequire(join(folder, 'package.json'));
const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};
load('n8n-workflow');
globalThis.gc?.();
const before = process.memoryUsage();
const startedAt = performance.now();
const made = [...n8n.nodes, ...n8n.credentials].flatMap((file) =>
	Object.values(load(join(folder, file)) as Record<string, new () => object>).map(
		(Class) => new Class(),
	),
);
const tookMs = performance.now() - startedAt;
globalThis.gc?.();
const after = process.memoryUsage();
const loaded: Loaded = { tookMs, heap: after.heapUsed - before.heapUsed };
if (made.length > 0) process.stdout.write(JSON.stringify(loaded));
