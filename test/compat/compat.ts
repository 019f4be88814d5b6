/** Runs the package in several versions of n8n: those named as arguments, or the default ones. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packTarball } from '../n8n/harness/package';
import { root, scratch } from '../n8n/harness/paths';
import { areasOf, type Area } from './areas';
import { publish } from './documents';
import { cache, install } from './install';
import { hasFailed, printed, rowOf, type JestResults, type Row } from './matrix';
import { node, versionNamed, versionsNamed, type Version } from './versions';

const startedAt = Date.now();
let running: ChildProcess | undefined;

async function main(args: string[]): Promise<number> {
	const { values: options, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: { 'no-write': { type: 'boolean' }, only: { type: 'string', multiple: true } },
	});
	const chosen = versionsNamed(positionals);
	if (Number(process.versions.node.split('.')[0]) !== node) {
		throw new Error(`These versions of n8n are run with Node ${node}, not ${process.version}.`);
	}
	say(`${chosen.map(({ n8n }) => n8n).join(', ')}; installed versions are kept in ${cache}`);
	await packTarball();
	const rows: Row[] = [];
	for (const version of chosen) {
		const row = await run(version, areasOf(version, options.only));
		rows.push(row);
		if (!options['no-write']) await publish(row, new Date().toISOString().slice(0, 10));
		const verdict = hasFailed(row) ? 'FAILED' : 'passed';
		say(`n8n ${version.n8n} ${verdict} (${rows.length} of ${chosen.length})`);
	}
	console.log(`\n${printed(rows)}\n`);
	const sum = (key: 'passed' | 'failed') =>
		rows.flatMap(({ cells }) => [...cells.values()]).reduce((total, cell) => total + cell[key], 0);
	console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
	return rows.some(hasFailed) ? 1 : 0;
}

async function run(version: Version, areas: Area[]): Promise<Row> {
	if (areas.length === 0) return rowOf(version, areas, { testResults: [] });
	const folder = await install(version, say);
	const { upgradesFrom } = version;
	const older = upgradesFrom ? await install(versionNamed(upgradesFrom), say) : undefined;
	say(`Testing n8n ${version.n8n}`);
	const resultFile = join(scratch('results'), `compat-${version.n8n}.json`);
	rmSync(resultFile, { force: true });
	const files = areas.flatMap((area) => area.files.map((file) => `test/${file}`));
	const options = ['--runInBand', '--json', `--outputFile=${resultFile}`];
	await jest(['--selectProjects', 'n8n', 'compat', ...options, '--runTestsByPath', ...files], {
		TEST_N8N_FOLDER: folder,
		TEST_OLDER_N8N_FOLDER: older,
	});
	const results = existsSync(resultFile)
		? (JSON.parse(readFileSync(resultFile, 'utf8')) as JestResults)
		: { testResults: [] };
	return rowOf(version, areas, results);
}

async function jest(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
	await new Promise((resolve, reject) => {
		running = spawn('jest', args, {
			cwd: root,
			env: { ...process.env, ...env },
			stdio: ['ignore', 'ignore', 'inherit'],
		});
		running.once('error', reject);
		running.once('exit', resolve);
	});
}

function say(text: string): void {
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4);
	console.log(`[${seconds} s] ${text}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		running?.kill(signal);
		process.exit(130);
	});
}

main(process.argv.slice(2)).then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	},
);
