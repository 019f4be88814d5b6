/** Runs the package in several versions of n8n: those named as arguments, or the default ones. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { loopbackCertificate } from '../../test/n8n/harness';
import { packTarball } from '../../test/n8n/harness/package';
import { root, scratch } from '../../test/n8n/harness/paths';
import { areasOf, type Area } from './areas';
import { cache, install } from './install';
import { hasFailed, publish, rowOf, type JestResults, type Row } from './matrix';
import { node, versionNamed, versionsNamed, type Version } from './versions';

/** Test files at once, of all versions together: more than cores, since most of them wait for n8n. */
const FILES_AT_ONCE = 4;

const startedAt = Date.now();
const running = new Set<ChildProcess>();

async function main(args: string[]): Promise<number> {
	const { values: options, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			'at-once': { type: 'string', default: '1' },
			'no-write': { type: 'boolean' },
			only: { type: 'string', multiple: true },
		},
	});
	const chosen = versionsNamed(positionals);
	const lanes = Number(options['at-once']);
	if (!(lanes >= 1)) throw new Error("'--at-once' takes a number of versions.");
	if (Number(process.versions.node.split('.')[0]) !== node) {
		throw new Error(`These versions of n8n are run with Node ${node}, not ${process.version}.`);
	}
	say(`${chosen.map(({ n8n }) => n8n).join(', ')}; installed versions are kept in ${cache}`);
	await packTarball();
	await loopbackCertificate();
	const workers = Math.max(1, Math.floor(FILES_AT_ONCE / lanes));
	const rows: Row[] = [];
	const waiting = chosen.entries();
	const lane = async () => {
		for (const [index, version] of waiting) {
			const row = await run(version, areasOf(version, options.only), workers);
			rows[index] = row;
			const verdict = hasFailed(row) ? 'FAILED' : 'passed';
			say(`n8n ${version.n8n} ${verdict} (${Object.keys(rows).length} of ${chosen.length})`);
			if (!options['no-write']) publish(row);
		}
	};
	await Promise.all(Array.from({ length: lanes }, lane));
	for (const { n8n, cells } of rows) {
		for (const [area, { passed, failed }] of cells) {
			console.log(`${n8n.padEnd(9)} ${area.padEnd(16)} ${passed} passed, ${failed} failed`);
		}
	}
	const sum = (key: 'passed' | 'failed') =>
		rows.flatMap(({ cells }) => [...cells.values()]).reduce((total, cell) => total + cell[key], 0);
	console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
	return rows.some(hasFailed) || sum('passed') === 0 ? 1 : 0;
}

async function run(version: Version, areas: Area[], workers: number): Promise<Row> {
	if (areas.length === 0) return rowOf(version, areas, { testResults: [] });
	const folder = await install(version, say);
	const opened = areas.some(({ name }) => name === 'n8n upgrade') && version.upgradesFrom;
	const older = opened ? await install(versionNamed(opened), say) : undefined;
	say(`Testing n8n ${version.n8n}`);
	const resultFile = join(scratch('results'), `compat-${version.n8n}.json`);
	rmSync(resultFile, { force: true });
	const files = areas.flatMap((area) => area.files.map((file) => `test/${file}`));
	await jest(
		version,
		[
			...['--selectProjects', 'n8n', 'queue', 'soak', 'compat', `--maxWorkers=${workers}`],
			...['--json', `--outputFile=${resultFile}`, '--runTestsByPath', ...files],
		],
		{ TEST_N8N_FOLDER: folder, TEST_OLDER_N8N_FOLDER: older },
	);
	const results = existsSync(resultFile)
		? (JSON.parse(readFileSync(resultFile, 'utf8')) as JestResults)
		: { testResults: [] };
	return rowOf(version, areas, results);
}

async function jest({ n8n }: Version, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
	const child = spawn('jest', args, {
		cwd: root,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	running.add(child);
	createInterface({ input: child.stderr }).on('line', (line) => console.log(`${n8n} | ${line}`));
	await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
	running.delete(child);
}

function say(text: string): void {
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4);
	console.log(`[${seconds} s] ${text}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		for (const child of running) child.kill(signal);
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
