import { areas } from './areas';
import { markOf, NOT_RUN, type Row } from './matrix';
import { versions } from './versions';

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
	const columns = [DAY, ...names];
	const header = ['n8n', ...columns];
	const rows = versions.flatMap(({ n8n }) => {
		const cells = record.get(n8n);
		return cells ? [[n8n, ...columns.map((name) => cells.get(name) ?? NOT_RUN)]] : [];
	});
	return [header, header.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}
