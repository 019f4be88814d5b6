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

export const PASSED = '✓';
export const FAILED = 'failed';
export const NOT_RUN = '–';

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

export function markOf({ cells }: Row, area: string): string {
	const cell = cells.get(area);
	if (!cell) return NOT_RUN;
	return cell.failed > 0 ? FAILED : PASSED;
}

/** The matrix as text for the terminal. */
export function printed(rows: Row[]): string {
	const names = areas.map(({ name }) => name);
	const header = ['n8n', ...names];
	const table = [
		header,
		...rows.map((row) => [row.n8n, ...names.map((name) => markOf(row, name))]),
	];
	const widths = header.map((_, index) => Math.max(...table.map((row) => row[index]!.length)));
	return table
		.map((row) => row.map((cell, index) => cell.padEnd(widths[index]!)).join('  '))
		.join('\n');
}
