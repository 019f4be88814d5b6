import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageName, temporaryFolder } from '../../../test/n8n/harness';
import { n8nFolder } from '../../../test/n8n/harness/paths';
import { installPackage } from '../../../test/n8n/harness/package';
import { atMost, type Plan, type Section } from '../report/report';
import type { Loaded } from './startup.process';
import { median } from './turns';

const run = promisify(execFile);

/** What the package adds to a process that has n8n-workflow loaded, as n8n has. */
export async function measureStartup(tarball: string, plan: Plan): Promise<Section> {
	const folder = temporaryFolder('bench-startup');
	await installPackage(folder, tarball);
	const installed = join(folder, '.n8n/nodes/node_modules', packageName);
	const loads: Loaded[] = [];
	for (let round = 0; round < (plan.quick ? 5 : 15); round += 1) loads.push(await load(installed));
	const tookMs = median(loads.map((loaded) => loaded.tookMs));
	const megabytes = median(loads.map(({ heap }) => heap)) / 1e6;
	const resident = median(loads.map(({ resident: added }) => added)) / 1e6;
	const kibibytes = (await stat(tarball)).size / 1024;
	return {
		title: 'Start-up',
		text: 'What requiring the package’s nodes and credential, and making one of each, adds to a fresh process that has n8n-workflow loaded as n8n has.',
		tables: [
			{
				columns: ['Time', 'Heap after garbage collection', 'Resident memory', 'Tarball'],
				rows: [
					[
						`${tookMs.toFixed(1)} ms`,
						`${megabytes.toFixed(2)} MB`,
						`${resident.toFixed(2)} MB`,
						`${kibibytes.toFixed(1)} KiB`,
					],
				],
			},
		],
		charts: [],
		verdicts: [
			atMost('Start-up: time', tookMs, 15, ' ms'),
			atMost('Start-up: memory', megabytes, 2, ' MB'),
			atMost('Tarball', kibibytes, 100, ' KiB'),
		],
		summary: [
			[
				'Added to n8n’s start',
				`${tookMs.toFixed(1)} ms, ${megabytes.toFixed(1)} MB; tarball ${Math.round(kibibytes)} KiB`,
				'',
			],
		],
		scale: [],
	};
}

async function load(installed: string): Promise<Loaded> {
	const { stdout } = await run(
		process.execPath,
		['--expose-gc', join(__dirname, 'startup.process.ts'), installed],
		{ env: { ...process.env, NODE_PATH: dirname(n8nFolder) } },
	);
	return JSON.parse(stdout) as Loaded;
}
