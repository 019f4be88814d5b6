// Installs what a run needs and is not there yet, then starts it under Node 24. Nothing but Node 18
// or newer and npm is needed to run this file.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.cjs';
import { absent, compilers, installCommand, installer, servers } from './programs.cjs';
import { say } from './say.cjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const workspace = join(root, 'test/n8n/workspace');
const binaries = join(root, 'node_modules/.bin');
const node24 = join(binaries, 'node');
const driver = join(workspace, 'node_modules/sqlite3/build/Release/node_sqlite3.node');
const logFile = join(root, '.tmp/setup.log');

const jest = 'node_modules/jest/bin/jest.js';
const tsx = 'node_modules/tsx/dist/cli.mjs';

/** What each script of package.json starts, and whether it needs a real n8n, and servers beside it. */
const runs = {
	dev: { program: [tsx, 'tools/dev.ts'], n8n: true },
	demo: { program: [tsx, 'tools/demo/demo.ts'], n8n: true },
	test: { program: [tsx, 'tools/test.ts'], n8n: true, servers: true },
	// The last option ends the list of projects.
	'test:unit': { program: [jest, '--selectProjects', 'unit', 'contract', '--ci'] },
	'test:mutants': { program: [tsx, 'tools/test.ts', 'mutants'] },
	screenshots: {
		program: [jest, '--selectProjects', 'browser', '--testPathPatterns', 'browser/editor'],
		env: { PICTURES: join(root, 'docs/images') },
		n8n: true,
		servers: true,
	},
	bench: { program: [tsx, 'tools/benchmark/bench.ts'], n8n: true },
};

async function main([name, ...args]) {
	const run = runs[name];
	if (!run) throw new Error(`Name one of ${Object.keys(runs).join(', ')} after setup.mjs.`);
	if (Number(process.versions.node.split('.')[0]) < 18) {
		throw new Error(
			`Node ${process.versions.node} is too old: install Node 18 or newer, from https://nodejs.org.`,
		);
	}
	say(`${name}: looking at what is installed`);
	mkdirSync(dirname(logFile), { recursive: true });
	writeFileSync(logFile, '');
	installPrograms([
		...(run.n8n && !existsSync(driver) ? compilers : []),
		...(run.servers ? servers : []),
	]);
	if (!existsSync(node24) || (run.n8n && !existsSync(driver))) {
		say('Installing what is missing: four to eight minutes in all, only the first time');
	}
	await installed(root, node24, {
		packages: 'Downloading development packages (one or two minutes)',
		script: 'node',
		preparation: 'Preparing Node 24 (some seconds)',
	});
	if (run.n8n) {
		await installed(workspace, driver, {
			packages: 'Downloading n8n (two to four minutes)',
			script: 'sqlite3',
			preparation: "Compiling the driver of n8n's database (one to three minutes)",
		});
	}
	say(`${name}: starting`);
	return await start([...run.program, ...args], run.env);
}

/** Without them, stages are left out, or the compiler says what is missing. */
function installPrograms(programs) {
	const packages = absent(programs);
	if (packages.length === 0) return;
	const names = packages.join(', ');
	const install = installer();
	if (install) say(`Installing for the whole machine, no service is started: ${names}`);
	if (install?.(packages)) return;
	const what = install ? 'They could not be installed' : `Missing: ${names}`;
	say(`${what}. On Debian or Ubuntu, run "${installCommand(packages)}" as root`);
}

/** Installs the packages of a folder, and runs the one script that makes `file`. */
async function installed(folder, file, { packages, script, preparation }) {
	const run = async (args, what) => await npm(folder, args, { what, logFile });
	if (!isCurrent(folder)) await run(['ci', '--ignore-scripts'], packages);
	if (!existsSync(file)) await run(['rebuild', script], preparation);
}

/** Whether npm's record of what it installed agrees with the lock file. */
function isCurrent(folder) {
	const record = join(folder, 'node_modules/.package-lock.json');
	if (!existsSync(record)) return false;
	const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
	const present = packagesIn(record);
	return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(
		([path, { version, optional, devOptional }]) =>
			path === '' || present[path]?.version === version || optional || devOptional,
	);
}

/** Starts the run with Node 24 and the installed commands first in the path. */
function start(program, env) {
	const child = spawn(node24, program, {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, ...env, PATH: `${binaries}${delimiter}${process.env.PATH}` },
	});
	for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
	});
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
