import { join, relative } from 'node:path';
import { root } from '../n8n/harness/paths';
import { areas, type Area } from './areas';
import { versions, type Version } from './versions';

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

/** The table of a page with the row in it; an area that was not run keeps what the page says of it. */
export function withRow(text: string, row: Row, day: string): { table: string; green: string[] } {
	const cellsOf = (line: string) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim());
	const lines = text.split('\n');
	const columns = cellsOf(lines.find((line) => /^\| *n8n +\|/.test(line)) ?? '');
	const rows = lines.filter((line) => /^\| *\d+\.\d+\.\d+ /.test(line)).map(cellsOf);
	const written = new Map(
		rows.map(([n8n = '', ...cells]) => [
			n8n,
			new Map(cells.map((cell, index) => [columns[index + 1], cell])),
		]),
	);
	const before = written.get(row.n8n);
	const marks = marksOf(row).map((mark, index) => {
		const { name } = areas[index]!;
		return [name, mark === NOT_RUN ? (before?.get(name) ?? NOT_RUN) : mark] as const;
	});
	written.set(row.n8n, new Map([['date', day], ...marks]));
	const header = ['n8n', 'date', ...areas.map(({ name }) => name)];
	const known = versions.map(({ n8n }) => n8n).filter((n8n) => written.has(n8n));
	const body = known.map((n8n) => {
		const cells = written.get(n8n);
		return [n8n, ...header.slice(1).map((column) => cells?.get(column) ?? NOT_RUN)];
	});
	const table = [header, header.map(() => '---'), ...body];
	return {
		table: table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
		green: known.filter((n8n) => ![...(written.get(n8n)?.values() ?? [])].includes(FAILED)),
	};
}

/** One mark for each area. */
function marksOf({ cells }: Row): string[] {
	return areas.map(({ name }) => {
		const cell = cells.get(name);
		if (!cell) return NOT_RUN;
		return cell.failed > 0 ? FAILED : PASSED;
	});
}
