import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../test/n8n/harness/paths';
import { npm } from '../npm.cjs';
import table from './versions.json';

/** How one version of n8n is installed. */
interface Version {
	n8n: string;
	/** Dependencies that npm must take in another version than n8n asks for. */
	overrides?: Record<string, string | undefined>;
	/** Folders of `node_modules` that npm leaves out, and where a copy is found. */
	copies?: Array<{ from: string; to: string }>;
	/** The version whose data this one opens in `test/compat/upgrade.n8n.test.ts`. */
	upgradesFrom?: string;
}

/** npm takes no release after this day: later ones depend on packages that cannot be downloaded. */
const { installedAsOf, overrides } = table;
const versions: Version[] = table.versions;

const DRIVER = 'sqlite3/build/Release/node_sqlite3.node';

/** Where installed versions are kept: 2 GB each. */
const cache =
	process.env.N8N_COMPAT_CACHE ??
	join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'n8n-compat');

/**
 * What the tests need to run in the version of `N8N_VERSION`, as environment variables: the folder of
 * that n8n, and of the older one whose data it has to open.
 */
export async function foldersOf(name: string): Promise<Record<string, string>> {
	const version = versionNamed(name);
	const folder = await install(version);
	if (!version.upgradesFrom) return { TEST_N8N_FOLDER: folder };
	const older = await install(versionNamed(version.upgradesFrom));
	return { TEST_N8N_FOLDER: folder, TEST_OLDER_N8N_FOLDER: older };
}

/** @throws Error if there is no recipe for it */
function versionNamed(name: string): Version {
	const found = versions.find(({ n8n }) => n8n === name);
	if (found) return found;
	const known = versions.map(({ n8n }) => n8n).join(', ');
	throw new Error(`There is no recipe for n8n ${name} in versions.json. It has ${known}.`);
}

/** Downloads a version, unless it is there already by the same recipe. Returns n8n's folder. */
async function install({ n8n, copies = [], ...more }: Version): Promise<string> {
	const folder = join(cache, n8n);
	const modules = join(folder, 'node_modules');
	const run = async (what: string, args: string[]) =>
		await npm(folder, args, { what, logFile: join(folder, 'npm.log') });
	const manifest = {
		name: 'n8n-under-test',
		private: true,
		dependencies: { n8n },
		overrides: { ...overrides, ...more.overrides },
	};
	const stamp = join(folder, 'installed.json');
	const recipe = JSON.stringify([manifest, copies, installedAsOf]);
	if ((await readFile(stamp, 'utf8').catch(() => '')) !== recipe) {
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
		const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
		const args = ['install', ...options, `--before=${installedAsOf}`];
		await run(`Downloading n8n ${n8n} (some minutes)`, args);
		for (const { from, to } of copies) {
			await cp(join(modules, from), join(modules, to), { recursive: true });
		}
		await writeFile(stamp, recipe);
	}
	if (!existsSync(join(modules, DRIVER)) && !(await copyDriver(modules))) {
		await run(`Compiling the SQLite driver of n8n ${n8n} (some minutes)`, ['rebuild', 'sqlite3']);
	}
	return join(modules, 'n8n');
}

/** Takes the SQLite driver of the n8n of all tests if that has the same: it takes minutes to compile. */
async function copyDriver(modules: string): Promise<boolean> {
	const given = join(root, 'test/n8n/workspace/node_modules');
	const release = async (folder: string) =>
		await readFile(join(folder, 'sqlite3/package.json'), 'utf8').catch(() => undefined);
	if ((await release(given)) !== (await release(modules))) return false;
	return await cp(join(given, DRIVER), join(modules, DRIVER)).then(
		() => true,
		() => false,
	);
}
