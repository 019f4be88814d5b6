import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageName, temporaryFolder } from '../../../test/n8n/harness';
import { n8nFolder } from '../../../test/n8n/harness/paths';
import { installPackage } from '../../../test/n8n/harness/package';
import { median, type Row } from '../report';
import type { Stage } from '../stage';

const ROUNDS = 7;

/** Loads the package of the current folder as n8n does, and prints what that took. */
const PROGRAM = `
	const { n8n } = require('./package.json');
	require('n8n-workflow');
	gc();
	const { heapUsed } = process.memoryUsage();
	const startedAt = performance.now();
	const made = [...n8n.nodes, ...n8n.credentials].map((file) =>
		Object.values(require('./' + file)).map((Class) => new Class()));
	const tookMs = performance.now() - startedAt;
	gc();
	const heap = process.memoryUsage().heapUsed - heapUsed;
	console.log(JSON.stringify({ tookMs, heap, made: made.length }));`;

/** What the package adds to a process that has n8n-workflow loaded, as n8n has. */
export async function measureStartup({ tarball }: Stage): Promise<Row[]> {
	const folder = temporaryFolder('bench-startup');
	await installPackage(folder, tarball);
	const cwd = join(folder, '.n8n/nodes/node_modules', packageName);
	const env = { ...process.env, NODE_PATH: dirname(n8nFolder) };
	const loads: Array<{ tookMs: number; heap: number }> = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const args = ['--expose-gc', '--eval', PROGRAM];
		const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env });
		loads.push(JSON.parse(stdout));
	}
	const tookMs = median(loads.map((loaded) => loaded.tookMs)).toFixed(1);
	const megabytes = (median(loads.map(({ heap }) => heap)) / 1e6).toFixed(2);
	const kilobytes = Math.round((await stat(tarball)).size / 1000);
	return [
		{
			what: "Added to n8n's start, in ms",
			own: `${tookMs}, and ${megabytes} MB of memory`,
			others: '',
			figure: Number(tookMs),
			most: 15,
		},
		{ what: 'Packed, in kB', own: `${kilobytes}`, others: '', figure: kilobytes, most: 90 },
	];
}
