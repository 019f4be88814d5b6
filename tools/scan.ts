/**
 * Runs n8n's package scanner over the source and over the packed files, and checks what else the
 * package promises. `npm run scan` builds and packs; `npm run scan -- FILE.tgz` takes that tarball.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { error, type Finding } from './scan/finding';
import {
	checkCodex,
	checkEntries,
	checkFileList,
	checkImports,
	checkManifest,
	checkSize,
	type Files,
	type Manifest,
} from './scan/package';
import { packedFindings, sourceFindings } from './scan/rules';
import { checkEscapeHatches, checkFolders, checkMachine, type Forbidden } from './scan/tree';

const ROOT = resolve(__dirname, '..');

function run(command: string, ...args: string[]): string {
	return execFileSync(command, args, {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
}

/** What is in the repository, or would be with the next commit. */
function repositoryFiles(): string[] {
	return run('git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
		.split('\0')
		.filter((path) => path !== '')
		.filter((path) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile());
}

function pack(into: string): string {
	run('npm', 'run', '--silent', 'build');
	run('npm', 'pack', '--silent', '--pack-destination', into);
	const name = readdirSync(into).find((file) => file.endsWith('.tgz'));
	if (name === undefined) throw new Error(`npm pack left no tarball in ${into}.`);
	return join(into, name);
}

function unpack(tarball: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'scan-'));
	run('tar', '-xzf', tarball, '-C', folder, '--strip-components=1');
	return folder;
}

function readFolder(folder: string): Files {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return new Map(
		entries
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.map((path) => [
				path.slice(folder.length + 1).replaceAll('\\', '/'),
				readFileSync(path, 'utf8'),
			]),
	);
}

/** Found out here, so that they need not be written down. */
function machineWords(): Forbidden[] {
	const parent = dirname(ROOT);
	const folders = [ROOT, parent, homedir()].filter((folder) => folder !== dirname(folder));
	const { host } = new URL(run('npm', 'config', 'get', 'registry').trim());
	return [
		...[...new Set(folders)].map((word) => ({ word, what: 'a folder of this machine' })),
		{ word: host, what: 'the host of a package registry' },
	];
}

function treeFindings(paths: string[]): Finding[] {
	const forbidden = machineWords();
	return paths.flatMap((path) => {
		const content = readFileSync(join(ROOT, path), 'utf8');
		return [
			...checkEscapeHatches(path, content),
			...checkFolders(path, content),
			...checkMachine(path, content, forbidden),
		];
	});
}

/** n8n's strict mode refuses a lint configuration that is not its own, word for word. */
function lintConfigFindings(): Finding[] {
	const template = 'dist/template/templates/shared/default/eslint.config.mjs';
	const cli = dirname(dirname(dirname(require.resolve('@n8n/node-cli/eslint'))));
	const [ours, theirs] = [join(ROOT, 'eslint.config.mjs'), join(cli, template)].map((path) =>
		readFileSync(path, 'utf8').replace(/\s+/g, ' ').trim(),
	);
	if (ours === theirs) return [];
	return [error('eslint.config.mjs', 'strict', `It must equal @n8n/node-cli's ${template}.`)];
}

async function tarballFindings(tarball: string, sources: string[]): Promise<Finding[]> {
	const folder = unpack(tarball);
	try {
		const files = readFolder(folder);
		const manifest = JSON.parse(files.get('package.json') ?? '{}') as Manifest;
		return [
			...(await packedFindings(folder)),
			...checkFileList(files, new Set(sources)),
			...checkSize(statSync(tarball).size),
			...checkManifest(manifest),
			...checkEntries(files, manifest),
			...checkCodex(files, manifest),
			...checkImports(files),
		];
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function report(title: string, findings: Finding[]): void {
	const errors = findings.filter(({ severity }) => severity === 'error').length;
	console.log(`${title}: ${errors} errors, ${findings.length - errors} warnings`);
	for (const { severity, where, rule, message } of findings) {
		console.log(`  ${severity}  ${where}  ${message}  (${rule})`);
	}
	if (errors > 0) process.exitCode = 1;
}

async function main(given: string | undefined): Promise<void> {
	const paths = repositoryFiles();
	report('source', await sourceFindings(ROOT));
	report('repository', [...treeFindings(paths), ...lintConfigFindings()]);
	const folder = mkdtempSync(join(tmpdir(), 'pack-'));
	try {
		const tarball = given === undefined ? pack(folder) : resolve(given);
		report(`package (${statSync(tarball).size} bytes)`, await tarballFindings(tarball, paths));
	} finally {
		rmSync(folder, { recursive: true });
	}
}

void main(process.argv[2]);
