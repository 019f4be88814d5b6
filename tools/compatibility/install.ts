import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../test/n8n/harness/paths';
import { installedAsOf, overrides, versions, type Version } from './versions';

type Say = (text: string) => void;

const HEARTBEAT_MS = 20_000;
const DRIVER = 'sqlite3/build/Release/node_sqlite3.node';

/** Where installed versions are kept: 2 GB each. */
export const cache =
	process.env.N8N_COMPAT_CACHE ??
	join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'n8n-compat');

const installing = new Map<string, Promise<string>>();

/** Makes a version ready to start; returns n8n's folder. */
export async function install(version: Version, say: Say): Promise<string> {
	const begun = installing.get(version.n8n) ?? installOnce(version, say);
	installing.set(version.n8n, begun);
	return await begun;
}

async function installOnce(version: Version, say: Say): Promise<string> {
	const folder = await download(version, say);
	const modules = join(folder, 'node_modules');
	if (!existsSync(join(modules, DRIVER)) && !(await copyDriver(modules))) {
		const what = `Compiling the SQLite driver of n8n ${version.n8n}`;
		await runNpm(folder, what, ['rebuild', 'sqlite3'], say);
	}
	return join(modules, 'n8n');
}

/** Downloads a version, unless it is there already by the same recipe; returns its folder. */
async function download(version: Version, say: Say): Promise<string> {
	const folder = join(cache, version.n8n);
	const modules = join(folder, 'node_modules');
	const stamp = join(folder, 'installed.json');
	const recipe = JSON.stringify(recipeOf(version));
	const installed = await readFile(stamp, 'utf8').catch(() => '');
	if (installed === recipe) return folder;
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifestOf(version)));
	const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	await runNpm(
		folder,
		`Installing n8n ${version.n8n}`,
		['install', ...options, `--before=${installedAsOf}`],
		say,
	);
	for (const { from, to } of version.copies ?? []) {
		await cp(join(modules, from), join(modules, to), { recursive: true });
	}
	await writeFile(stamp, recipe);
	return folder;
}

function recipeOf(version: Version): unknown {
	return [manifestOf(version), version.copies ?? [], installedAsOf];
}

function manifestOf(version: Version): object {
	return {
		name: 'n8n-under-test',
		private: true,
		dependencies: { n8n: version.n8n },
		overrides: { ...overrides, ...version.overrides },
	};
}

/** Takes the SQLite driver from an n8n that has the same, because it takes minutes to compile. */
async function copyDriver(modules: string): Promise<boolean> {
	const release = async (folder: string) =>
		await readFile(join(folder, 'sqlite3/package.json'), 'utf8').catch(() => undefined);
	const wanted = await release(modules);
	const installed = versions.map(({ n8n }) => join(cache, n8n, 'node_modules'));
	for (const folder of [join(root, 'test/n8n/workspace/node_modules'), ...installed]) {
		if (folder === modules || (await release(folder)) !== wanted) continue;
		const copied = cp(join(folder, DRIVER), join(modules, DRIVER)).then(
			() => true,
			() => false,
		);
		if (await copied) return true;
	}
	return false;
}

/** Runs npm with its output in a file, and a sign of life now and then. */
async function runNpm(folder: string, what: string, args: string[], say: Say): Promise<void> {
	say(`${what}: some minutes`);
	const began = Date.now();
	const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
	const heartbeat = setInterval(() => say(`${what}: ${seconds()} so far`), HEARTBEAT_MS);
	const logFile = join(folder, 'npm.log');
	const log = openSync(logFile, 'a');
	try {
		const code = await new Promise((resolve, reject) => {
			const env = {
				...process.env,
				PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
			};
			spawn('npm', args, { cwd: folder, env, stdio: ['ignore', log, log] })
				.once('error', reject)
				.once('exit', resolve);
		});
		if (code === 0) return;
	} finally {
		clearInterval(heartbeat);
		closeSync(log);
	}
	const tail = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-20).join('\n');
	throw new Error(`"npm ${args.join(' ')}" failed. The end of ${logFile}:\n${tail}`);
}
