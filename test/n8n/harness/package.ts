import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, scratch } from './paths';
import { packageName } from './workflows';

const run = promisify(execFile);

/** The built and packed package; packs anew when any source is another than at the last time. */
export async function packTarball(): Promise<string> {
	const folder = scratch('package');
	const tarball = join(folder, `${packageName}-${await digestOfSources()}.tgz`);
	if (existsSync(tarball)) return tarball;
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const buildAndPack = async (...args: string[]) =>
		await run('npm', args, { cwd: root, maxBuffer: 16 * 1024 * 1024 });
	await buildAndPack('run', 'build');
	const { stdout } = await buildAndPack('pack', '--json', '--pack-destination', folder);
	const [packed] = JSON.parse(stdout) as Array<{ filename: string }>;
	await rename(join(folder, packed!.filename), tarball);
	return tarball;
}

/** Puts a packed package where n8n loads community packages from. */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const unpacked = join(nodes, 'unpacked');
	await mkdir(unpacked, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
	const { name, version } = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
	};
	const installed = join(nodes, 'node_modules', name);
	await rm(installed, { recursive: true, force: true });
	await mkdir(join(installed, '..'), { recursive: true });
	await rename(unpacked, installed);
	await writeFile(
		join(nodes, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: { [name]: version } }),
	);
}

async function digestOfSources(): Promise<string> {
	const files = ['package.json', 'tsconfig.json', 'gulpfile.js', 'README.md', 'CHANGELOG.md'];
	files.push(...globSync('{nodes,credentials}/**/*.{ts,json,svg,png}', { cwd: root }));
	const digest = createHash('sha256');
	for (const file of files.sort()) digest.update(file).update(await readFile(join(root, file)));
	return digest.digest('hex').slice(0, 12);
}
