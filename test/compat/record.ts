import { areas, areasOf, groups } from './areas';
import { FAILED, markOf, NOT_RUN, PASSED, type Row } from './matrix';
import { versions, type Version } from './versions';

/** For each version the day and a mark for each area, as the table of a page has them. */
export type TestRecord = Map<string, Map<string, string>>;

const DAY = 'tested on';
const names = areas.map(({ name }) => name);

export function readRecord(page: string): TestRecord {
	const cellsOf = (line: string) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim());
	const lines = page.split('\n');
	const columns = cellsOf(lines.find((line) => /^\| *n8n +\|/.test(line)) ?? '');
	const rows = lines.filter((line) => /^\| *\d+\.\d+\.\d+ /.test(line)).map(cellsOf);
	return new Map(
		rows.map(([n8n = '', ...cells]) => [
			n8n,
			new Map(cells.map((cell, index) => [columns[index + 1]!, cell])),
		]),
	);
}

/** The record with a row in it. An area that was not run keeps its mark, and then the row its day. */
export function withRow(record: TestRecord, row: Row, day: string): TestRecord {
	const before = record.get(row.n8n);
	const kept = names.filter(
		(name) => !row.cells.has(name) && (before?.get(name) ?? NOT_RUN) !== NOT_RUN,
	);
	const marks = names.map((name) => {
		const mark = kept.includes(name) ? before!.get(name)! : markOf(row, name);
		return [name, mark] as const;
	});
	const since = kept.length > 0 ? before!.get(DAY)! : day;
	return new Map(record).set(row.n8n, new Map([[DAY, since], ...marks]));
}

/** A column for each area. */
export function detailed(record: TestRecord): string {
	return table([DAY, ...names], record, (cells, _, column) => cells.get(column) ?? NOT_RUN);
}

/** A column for each group of areas. */
export function summarized(record: TestRecord): string {
	return table([DAY, ...groups], record, (cells, version, column) => {
		if (column === DAY) return cells.get(DAY) ?? NOT_RUN;
		const inGroup = areasOf(version).filter(({ group }) => group === column);
		const marks = inGroup.map(({ name }) => cells.get(name));
		if (marks.includes(FAILED)) return FAILED;
		return marks.length > 0 && marks.every((mark) => mark === PASSED) ? PASSED : NOT_RUN;
	});
}

function table(
	columns: string[],
	record: TestRecord,
	cellOf: (cells: Map<string, string>, version: Version, column: string) => string,
): string {
	const rows = versions.flatMap((version) => {
		const cells = record.get(version.n8n);
		return cells ? [[version.n8n, ...columns.map((name) => cellOf(cells, version, name))]] : [];
	});
	const header = ['n8n', ...columns];
	return [header, header.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}
