import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import type { Finding } from './finding';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	buildScanConfig(): Promise<Linter.Config[]>;
}

interface CommunityNodes {
	configs: { recommended: Linter.Config };
}

const PLUGIN = '@n8n/community-nodes';

async function load<T>(module: string): Promise<T> {
	return (await import(require.resolve(module))) as T;
}

function loadScanner(): Promise<Scanner> {
	return load('@n8n/scan-community-package/scanner/scanner.mjs');
}

/**
 * The scanner's configuration, and the same with the plugin that `npm run lint` uses, because the
 * scanner brings an older one of its own.
 */
async function configurations(): Promise<Linter.Config[][]> {
	const scan = await (await loadScanner()).buildScanConfig();
	const newest = await load<CommunityNodes>('@n8n/eslint-plugin-community-nodes');
	const renewed = scan.map((block) =>
		block.plugins?.[PLUGIN] === undefined ? block : newest.configs.recommended,
	);
	return [scan, renewed];
}

function toFinding(folder: string, file: string, message: Linter.LintMessage): Finding {
	return {
		where: `${relative(folder, file)}:${message.line}`,
		rule: message.ruleId ?? 'parse',
		message: message.message,
		severity: message.severity === 2 ? 'error' : 'warning',
	};
}

async function lint(
	folder: string,
	files: string[],
	overrideConfig: Linter.Config[],
): Promise<Finding[]> {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig,
	});
	const results = await eslint.lintFiles(files);
	return results.flatMap(({ filePath, messages }) =>
		messages.map((message) => toFinding(folder, filePath, message)),
	);
}

function withoutDoubles(findings: Finding[]): Finding[] {
	return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

async function findingsIn(folder: string, patterns: string[]): Promise<Finding[]> {
	const files = globSync(patterns, { cwd: folder }).map((file) => join(folder, file));
	const findings = [];
	for (const configuration of await configurations()) {
		findings.push(...(await lint(folder, files, configuration)));
	}
	return withoutDoubles(findings);
}

/** What the scanner says of the source that the package's provenance points at. */
export async function sourceFindings(folder: string): Promise<Finding[]> {
	return findingsIn(folder, (await loadScanner()).SOURCE_FILE_PATTERNS);
}

/** What the scanner says of the published files. */
export function packedFindings(folder: string): Promise<Finding[]> {
	return findingsIn(folder, ['**/*.js', 'package.json']);
}
