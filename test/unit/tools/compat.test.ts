import { join } from 'node:path';
import { areas, areasOf } from '../../../tools/compatibility/areas';
import { hasFailed, printed, rowOf, type JestResults } from '../../../tools/compatibility/matrix';
import { detailed, readRecord, withRow } from '../../../tools/compatibility/record';
import { versionNamed, versions, versionsNamed } from '../../../tools/compatibility/versions';

const root = join(__dirname, '../../..');
const [oldest] = versions;
const run = areasOf(oldest!, ['nodes load', 'polling']);

/** Results of jest: the statuses of each area's tests. */
const results = (statuses: Record<string, string[]>): JestResults => ({
	testResults: Object.entries(statuses).map(([file, each]) => ({
		name: join(root, 'test', file),
		assertionResults: each.map((status) => ({ status })),
	})),
});

const passed = results({
	'compat/load.test.ts': ['passed'],
	'compat/polling.test.ts': ['passed'],
});

test('an area fails with a failed test, a skipped test or a file without results', () => {
	expect(hasFailed(rowOf(oldest!, run, passed))).toBe(false);

	for (const polling of [['passed', 'failed'], ['pending'], []]) {
		const row = rowOf(
			oldest!,
			run,
			results({ 'compat/load.test.ts': ['passed'], 'compat/polling.test.ts': polling }),
		);
		expect(row.cells.get('nodes load')).toEqual({ passed: 1, failed: 0 });
		expect(row.cells.get('polling')!.failed).toBe(1);
		expect(printed([row])).toContain('failed');
	}
	expect(hasFailed(rowOf(oldest!, run, { testResults: [] }))).toBe(true);
});

const page = [
	'| n8n     | tested on  | deliveries | polling | nodes load |',
	'| ------- | ---------- | ---------- | ------- | ---------- |',
	'| 1.110.1 | 2026-01-01 | –          | failed  | failed     |',
	'| 2.41.1  | 2026-01-01 | failed     | ✓       | ✓          |',
].join('\n');
/** The cells of a row, by column. */
const cellsOf = (table: string, n8n: string) => {
	const [columns, cells] = ['n8n', n8n].map((start) => {
		const line = table.split('\n').find((text) => text.startsWith(`| ${start} `))!;
		return line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim());
	});
	return Object.fromEntries(columns!.map((column, index) => [column, cells![index]]));
};

test('a new row replaces the row of the page', () => {
	const table = detailed(withRow(readRecord(page), rowOf(oldest!, run, passed), '2026-02-02'));

	expect(Object.keys(cellsOf(table, 'n8n'))).toEqual([
		'n8n',
		'tested on',
		...areas.map(({ name }) => name),
	]);
	expect(cellsOf(table, '1.110.1')).toMatchObject({
		'tested on': '2026-02-02',
		'nodes load': '✓',
		polling: '✓',
		deliveries: '–',
		operations: '–',
	});
	expect(cellsOf(table, '2.41.1')).toMatchObject({
		'tested on': '2026-01-01',
		'nodes load': '✓',
		deliveries: 'failed',
		operations: '–',
	});
	expect(detailed(readRecord(table))).toBe(table);
});

test('an area that was not run keeps its mark and its date', () => {
	const newest = versions.at(-1)!;
	const row = rowOf(newest, areasOf(newest, ['nodes load', 'polling']), passed);

	const table = detailed(withRow(readRecord(page), row, '2026-02-02'));

	expect(cellsOf(table, '2.41.1')).toMatchObject({
		'tested on': '2026-01-01',
		deliveries: 'failed',
		polling: '✓',
	});
});

test('chooses the default versions and the areas of each version', () => {
	expect(versionsNamed([]).map(({ n8n }) => n8n)).toEqual(['1.110.1', '2.20.12', '2.41.1']);
	expect(() => versionsNamed(['9.9.9'])).toThrow('There is no recipe for n8n 9.9.9');
	expect(() => areasOf(oldest!, ['everything'])).toThrow('There is no area everything');
	for (const { also = [], upgradesFrom } of versions) {
		expect(
			also.filter((name) => !areas.some((area) => area.name === name && area.optional)),
		).toEqual([]);
		expect(upgradesFrom === undefined).toBe(!also.includes('n8n upgrade'));
		if (upgradesFrom) expect(versionNamed(upgradesFrom).n8n).toBe(upgradesFrom);
	}
});
