import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { n8nFolder } from '../../../test/n8n/harness/paths';

/** The machine and the versions behind the figures, in one line. */
export function machine(): string {
	const { version } = JSON.parse(readFileSync(join(n8nFolder, 'package.json'), 'utf8')) as {
		version: string;
	};
	const processors = cpus();
	const model = processors[0]?.model.trim() ?? 'unknown processor';
	const gigabytes = Math.round(totalmem() / 2 ** 30);
	return `${model}, ${processors.length} cores, ${gigabytes} GB, Node ${process.versions.node}, n8n ${version} with SQLite`;
}

/** Processes that wanted to compute, on average over the last minute. */
export const load = () => (loadavg()[0] ?? 0).toFixed(1);
