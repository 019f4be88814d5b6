// Installs what a run needs and is not there yet, then starts it under Node 24. Nothing but Node 18
// or newer and npm is needed to run this file.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, writeFileSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { absent, compilers, install, installCommand, servers } from './programs.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const workspace = join(root, 'test/n8n/workspace');
const binaries = join(root, 'node_modules/.bin');
const node24 = join(binaries, 'node');
const driver = join(workspace, 'node_modules/sqlite3/build/Release/node_sqlite3.node');
const logFile = join(root, '.tmp/setup.log');
const startedAt = Date.now();

const jest = 'node_modules/jest/bin/jest.js';
const tsx = 'node_modules/tsx/dist/cli.mjs';

/** What each script of package.json starts, and whether it needs a real n8n, and servers beside it. */
const runs = {
	setup: { program: () => ['--eval', ''], n8n: false },
	demo: { program: (args) => [tsx, 'tools/demo/demo.ts', ...args], n8n: true },
	test: { program: (args) => [tsx, 'tools/test.ts', ...args], n8n: true, servers: true },
	'test:unit': {
		program: (args) => [jest, ...args, '--selectProjects', 'unit', 'contract'],
		n8n: false,
	},
	'test:queue': { program: () => [tsx, 'tools/test.ts', 'queue'], n8n: true, servers: true },
	'test:mutants': { program: () => [tsx, 'tools/test.ts', 'mutants'], n8n: false },
	'test:soak': { program: () => [tsx, 'tools/test.ts', 'soak'], n8n: true, servers: true },
	'test:compat': {
		program: (args) => [tsx, 'tools/compatibility/compat.ts', ...args],
		n8n: false,
	},
	screenshots: { program: () => [tsx, 'tools/screenshots.ts'], n8n: true, servers: true },
	bench: { program: (args) => [tsx, 'tools/benchmark/bench.ts', ...args], n8n: true },
};

class Missing extends Error {}

async function main([name, ...args]) {
	const run = runs[name];
	if (!run) {
		throw new Missing(`Name one of ${Object.keys(runs).join(', ')} after setup.mjs.`);
	}
	demandNode();
	say(`${name}: looking at what is installed`);
	mkdirSync(dirname(logFile), { recursive: true });
	writeFileSync(logFile, '');
	installPrograms({
		...(run.n8n && !existsSync(driver) && compilers),
		...(run.servers && servers),
	});
	await installPackage();
	if (run.n8n) await installN8n();
	say(`${name}: starting`);
	return await start(run.program(args));
}

/** Without them, stages are left out, or the compiler says what is missing. */
function installPrograms(programs) {
	const packages = absent(programs);
	if (packages.length === 0) return;
	say(`Installing ${packages.join(', ')}: about a minute`);
	if (install(packages)) return;
	say(
		`They could not be installed. On Debian or Ubuntu, run "${installCommand(packages)}" as root`,
	);
}

async function installPackage() {
	if (!isInstalled(root)) {
		await demandSpace(1.5);
		await npm(
			root,
			['ci', '--ignore-scripts'],
			'Installing the development packages',
			'one minute',
		);
	}
	if (!existsSync(node24)) {
		await npm(root, ['rebuild', 'node'], 'Installing Node 24 beside them', 'some seconds');
	}
}

async function installN8n() {
	if (!isInstalled(workspace)) {
		await demandSpace(4);
		await npm(workspace, ['ci', '--ignore-scripts'], 'Installing n8n beside them', 'two minutes');
	}
	if (!existsSync(driver)) {
		await npm(
			workspace,
			['rebuild', 'sqlite3'],
			"Installing n8n's database driver",
			'one minute',
			() => {
				const missing = absent(compilers);
				if (missing.length === 0) return;
				throw new Missing(
					`n8n's SQLite driver is compiled here, and that needs ${missing.join(' and ')}: on Debian or Ubuntu, run "${installCommand(missing)}" and start again.`,
				);
			},
		);
	}
}

/** Whether npm's record of what it installed agrees with the lock file. */
function isInstalled(folder) {
	const record = join(folder, 'node_modules/.package-lock.json');
	if (!existsSync(record)) return false;
	const locked = readJson(join(folder, 'package-lock.json')).packages;
	const installed = readJson(record).packages;
	return Object.entries(locked).every(
		([path, { version, optional, devOptional }]) =>
			path === '' || installed[path]?.version === version || optional || devOptional,
	);
}

function demandNode() {
	if (Number(process.versions.node.split('.')[0]) >= 18) return;
	throw new Missing(
		`Node ${process.versions.node} is too old: install Node 18 or newer, from https://nodejs.org.`,
	);
}

async function demandNpm() {
	const version = await npmVersion().catch(() => {
		throw new Missing('npm is not installed: install Node 18 or newer together with its npm.');
	});
	if (Number(version.split('.')[0]) < 8) {
		throw new Missing(`npm ${version} is too old: run "npm install --global npm@11".`);
	}
}

async function demandSpace(gigabytes) {
	// Node 18 has it from 18.15 on.
	if (!('statfs' in files)) return;
	const { bavail, bsize } = await files.statfs(root);
	const free = (bavail * bsize) / 1e9;
	if (free < gigabytes) {
		throw new Missing(
			`The disk of ${root} has ${free.toFixed(1)} GB left, and ${gigabytes} GB are needed: make room and start again.`,
		);
	}
}

/** Runs npm with its output in the log, and a sign of life every ten seconds. */
async function npm(folder, args, what, estimate, explain = () => undefined) {
	await demandNpm();
	say(`${what}: about ${estimate}, more on a busy machine`);
	const began = Date.now();
	const heartbeat = setInterval(
		() => say(`${what}: ${Math.round((Date.now() - began) / 1000)} s so far`),
		10_000,
	);
	const log = openSync(logFile, 'a');
	try {
		const code = await ended(spawnNpm(args, { cwd: folder, stdio: ['ignore', log, log] }));
		if (code === 0) return;
	} finally {
		clearInterval(heartbeat);
		closeSync(log);
	}
	explain();
	const tail = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20).join('\n');
	throw new Missing(
		`"npm ${args.join(' ')}" failed in ${relative(root, folder) || 'this folder'}; the end of what it printed:\n${tail}`,
	);
}

async function npmVersion() {
	const child = spawnNpm(['--version'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
	let output = '';
	child.stdout.on('data', (chunk) => (output += chunk));
	const code = await ended(child);
	if (code !== 0) throw new Error(`npm ended with ${code}`);
	return output.trim();
}

function spawnNpm(args, options) {
	const cli = process.env.npm_execpath;
	// Settings of the npm that runs this script, which would point the inner one at its folder.
	const env = Object.fromEntries(
		Object.entries(process.env).filter(
			([name]) => !/^(npm_(package|lifecycle|command|config_local_prefix)|INIT_CWD)/.test(name),
		),
	);
	// After an update of Node 24, the one that runs this script may be gone.
	return cli?.endsWith('.js') && existsSync(process.execPath)
		? spawn(process.execPath, [cli, ...args], { ...options, env })
		: spawn('npm', args, { ...options, env, shell: process.platform === 'win32' });
}

/** Starts the run with Node 24 and the installed commands first in the path. */
async function start(program) {
	const child = spawn(node24, program, {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` },
	});
	for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
	return await ended(child);
}

function ended(child) {
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
	});
}

function readJson(file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}

function say(text) {
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4);
	console.log(`[${seconds} s] ${text}`);
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	console.error(error instanceof Missing ? error.message : error);
	process.exitCode = 1;
}
