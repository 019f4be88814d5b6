import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageName, temporaryFolder } from '../../../test/n8n/harness';
import { n8nFolder } from '../../../test/n8n/harness/paths';
import { installPackage } from '../../../test/n8n/harness/package';
import type { Row } from '../report';
import type { Stage } from '../stage';
import type { Loaded } from './startup.process';
import { median } from '../turns';

const run = promisify(execFile);
const ROUNDS = 7;

/** What the package adds to a process that has n8n-workflow loaded, as n8n has. */
export async function measureStartup({ tarball }: Stage): Promise<Row[]> {
	const folder = temporaryFolder('bench-startup');
	await installPackage(folder, tarball);
	const installed = join(folder, '.n8n/nodes/node_modules', packageName);
	const loads: Loaded[] = [];
	for (let round = 0; round < ROUNDS; round += 1) loads.push(await load(installed));
	const tookMs = median(loads.map((loaded) => loaded.tookMs)).toFixed(1);
	const megabytes = (median(loads.map(({ heap }) => heap)) / 1e6).toFixed(2);
	const kibibytes = Math.round((await stat(tarball)).size / 1024);
	const own = `${tookMs} ms, ${megabytes} MB; tarball ${kibibytes} KiB`;
	return [{ what: "Added to n8n's start: time and memory", own, others: '' }];
}

async function load(installed: string): Promise<Loaded> {
	const { stdout } = await run(
		process.execPath,
		['--expose-gc', join(__dirname, 'startup.process.ts'), installed],
		{ env: { ...process.env, NODE_PATH: dirname(n8nFolder) } },
	);
	return JSON.parse(stdout) as Loaded;
}
