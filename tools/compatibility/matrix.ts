import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../test/n8n/harness/paths';
import { areas, type Area } from './areas';
import type { Version } from './versions';

/** What is read of jest's results. */
export interface JestResults {
	testResults: Array<{
		name: string;
		assertionResults: Array<{ status: string }>;
	}>;
}

/** What one version passed and failed. */
export interface Row {
	n8n: string;
	/** One entry for each area that was run. */
	cells: Map<string, { passed: number; failed: number }>;
}

const PAGE = join(root, 'docs/internals/compatibility.md');

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

/** The row for the page. An area that was not run keeps its mark, and then the row its day. */
export function updated(cells: string[], { cells: ran }: Row, day: string): string[] {
	const [n8n = '', since = day, ...marks] = cells;
	const isWhole = areas.every(({ name }, index) => ran.has(name) || (marks[index] ?? '–') === '–');
	const now = areas.map(({ name }, index) => {
		const cell = ran.get(name);
		if (!cell) return marks[index] ?? '–';
		return cell.failed > 0 ? 'failed' : '✓';
	});
	return [n8n, isWhole ? day : since, ...now];
}

/** Writes a row into the page, where each version has its line. */
export function publish(row: Row): void {
	const day = new Date().toISOString().slice(0, 10);
	const lines = readFileSync(PAGE, 'utf8').split('\n');
	const changed = lines.map((line) => {
		const cells = line.split('|').slice(1, -1);
		const trimmed = cells.map((cell) => cell.trim());
		return trimmed[0] === row.n8n ? `| ${updated(trimmed, row, day).join(' | ')} |` : line;
	});
	writeFileSync(PAGE, changed.join('\n'));
}
