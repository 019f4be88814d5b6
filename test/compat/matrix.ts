import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../n8n/harness/paths';
import { areas, type Area } from './areas';
import { node, versions, type Version } from './versions';

/** What is read of jest's results. */
export interface JestResults {
	testResults: Array<{
		name: string;
		status: string;
		message: string;
		assertionResults: Array<{ status: string }>;
	}>;
}

/** What one version passed and failed. */
export interface Row {
	n8n: string;
	/** One entry for each area that was run. */
	cells: Map<string, { passed: number; failed: number }>;
}

const page = join(root, 'docs/compatibility.md');
const readme = join(root, 'README.md');
const PASSED = '✓';
const FAILED = 'failed';
const NOT_RUN = '–';

export function rowOf({ n8n }: Version, run: Area[], results: JestResults): Row {
	const cells = run.map(({ name, files }) => {
		const suites = results.testResults.filter(({ name: path }) =>
			files.includes(relative(join(root, 'test'), path)),
		);
		const tests = suites.flatMap(({ assertionResults }) => assertionResults);
		const passed = tests.filter(({ status }) => status === 'passed').length;
		// A file that could not be loaded, or that has no test, has failed.
		const broken =
			files.length - suites.filter((suite) => suite.assertionResults.length > 0).length;
		return [name, { passed, failed: tests.length - passed + broken }] as const;
	});
	return { n8n, cells: new Map(cells) };
}

export function hasFailed({ cells }: Row): boolean {
	return [...cells.values()].some(({ failed }) => failed > 0);
}

/** The matrix as text for the terminal. */
export function printed(rows: Row[]): string {
	const header = ['n8n', ...areas.map(({ name }) => name)];
	const table = [header, ...rows.map((row) => [row.n8n, ...marksOf(row)])];
	const widths = header.map((_, index) => Math.max(...table.map((row) => row[index]!.length)));
	return table
		.map((row) => row.map((cell, index) => cell.padEnd(widths[index]!)).join('  '))
		.join('\n');
}

/** Writes a row into the documents; an area that was not run keeps what they say of it. */
export async function publish(row: Row, day: string): Promise<void> {
	const written = new Map(
		readFileSync(page, 'utf8')
			.split('\n')
			.filter((line) => /^\| *\d+\.\d+\.\d+ /.test(line))
			.map((line) => line.split('|').map((cell) => cell.trim()))
			.map(([, n8n, ...cells]) => [n8n!, cells.slice(0, -1)]),
	);
	const [, ...before] = written.get(row.n8n) ?? [];
	const marks = marksOf(row).map((mark, index) =>
		mark === NOT_RUN ? (before[index] ?? NOT_RUN) : mark,
	);
	written.set(row.n8n, [day, ...marks]);
	const known = versions.map(({ n8n }) => n8n).filter((n8n) => written.has(n8n));
	const header = ['n8n', 'date', ...areas.map(({ name }) => name)];
	const table = [
		header,
		header.map(() => '---'),
		...known.map((n8n) => [n8n, ...written.get(n8n)!]),
	];
	await replaceMarked(page, table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
	const green = known.filter((n8n) => !written.get(n8n)!.includes(FAILED));
	await replaceMarked(
		readme,
		`Tested on ${day} with n8n ${green.join(', ')}, on Node ${node}. [What was tested](docs/compatibility.md)`,
	);
}

/** One mark for each area. */
function marksOf({ cells }: Row): string[] {
	return areas.map(({ name }) => {
		const cell = cells.get(name);
		if (!cell) return NOT_RUN;
		return cell.failed > 0 ? FAILED : PASSED;
	});
}

/** Puts text between the markers of a document; a document without them stays as it is. */
async function replaceMarked(file: string, text: string): Promise<void> {
	if (!existsSync(file)) return;
	const before = readFileSync(file, 'utf8');
	const after = before.replace(
		/(<!-- compat -->).*(<!-- \/compat -->)/s,
		(_, start: string, end: string) => `${start}\n\n${text}\n\n${end}`,
	);
	const options = await resolveConfig(file);
	writeFileSync(file, await format(after, { ...options, filepath: file }));
}
