/**
 * Runs n8n's package scanner over the source and over the packed files, and checks what it cannot
 * know: the list of files, their size, and what they import. `npm run scan -- FILE.tgz` takes that
 * tarball; without one, it builds and packs.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../test/n8n/harness';
import { foreignImports, missingFiles, strayFiles, type Files } from './packed';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

const ROOT = resolve(__dirname, '..');
const MAX_BYTES = 112 * 1024;

function run(command: string, ...args: string[]): string {
	return execFileSync(command, args, {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
}

/** What is in the repository, or would be with the next commit. */
const sourceFiles = (): string[] =>
	run('git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
		.split('\0')
		.filter((path) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile());

function pack(): string {
	const folder = temporaryFolder('pack');
	run('npm', 'run', '--silent', 'build');
	run('npm', 'pack', '--silent', '--pack-destination', folder);
	return join(folder, readdirSync(folder)[0] ?? '');
}

function filesIn(folder: string): Files {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	const paths = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
	return new Map(
		paths.map((path) => [
			path.slice(folder.length + 1).replaceAll('\\', '/'),
			readFileSync(path, 'utf8'),
		]),
	);
}

function report(title: string, findings: string[]): void {
	console.log(`${title}: ${findings.length === 0 ? 'nothing found' : ''}`);
	for (const finding of findings) console.log(`  ${finding}`);
	if (findings.length > 0) process.exitCode = 1;
}

async function main(given: string | undefined): Promise<void> {
	const scanner = (await import(
		require.resolve('@n8n/scan-community-package/scanner/scanner.mjs')
	)) as Scanner;
	const scan = async (folder: string, patterns: string[]) => {
		const { passed, message = '', details = '' } = await scanner.analyzePackage(folder, patterns);
		return passed ? [] : [`${message}\n${details}`];
	};
	const tarball = given === undefined ? pack() : resolve(given);
	const folder = temporaryFolder('scan');
	run('tar', '-xzf', tarball, '-C', folder, '--strip-components=1');
	const files = filesIn(folder);
	const bytes = statSync(tarball).size;

	report("n8n's scanner, source", await scan(ROOT, scanner.SOURCE_FILE_PATTERNS));
	report("n8n's scanner, package", await scan(folder, ['**/*.js', 'package.json']));
	report(`package of ${bytes} bytes`, [
		...(bytes < MAX_BYTES ? [] : [`It has ${MAX_BYTES} bytes or more.`]),
		...missingFiles(files, sourceFiles()).map((path) => `It lacks ${path}.`),
		...strayFiles(files, sourceFiles()).map((path) => `${path} has no source in the repository.`),
		...foreignImports(files).map((words) => `${words}, which n8n does not provide.`),
	]);
}

void main(process.argv[2]);
