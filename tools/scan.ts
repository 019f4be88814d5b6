/**
 * Runs n8n's package scanner over the source and over the packed files, and checks what it cannot
 * know: the list of files and their size. `npm run scan -- FILE.tgz` takes that tarball; without one,
 * it builds and packs.
 */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packTarball, temporaryFolder } from '../test/n8n/harness';
import { root } from '../test/n8n/harness/paths';
import { wrongFiles } from './packed';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

const MAX_BYTES = 112 * 1024;

const run = (command: string, ...args: string[]): string =>
	execFileSync(command, args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});

/** What is in the repository, or would be with the next commit. */
const sourceFiles = (): string[] =>
	run('git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
		.split('\0')
		.filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile());

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
	const tarball = given === undefined ? await packTarball() : resolve(given);
	const folder = temporaryFolder('scan');
	run('tar', '-xzf', tarball, '-C', folder, '--strip-components=1');
	const packed = run('tar', '-tzf', tarball)
		.trim()
		.split('\n')
		.map((path) => path.replace(/^package\//, ''));
	const { size } = statSync(tarball);

	report("n8n's scanner, source", await scan(root, scanner.SOURCE_FILE_PATTERNS));
	report("n8n's scanner, package", await scan(folder, ['**/*.js', 'package.json']));
	report(`package of ${size} bytes`, [
		...(size < MAX_BYTES ? [] : [`It has ${MAX_BYTES} bytes or more.`]),
		...wrongFiles(packed, sourceFiles()),
	]);
}

void main(process.argv[2]);
