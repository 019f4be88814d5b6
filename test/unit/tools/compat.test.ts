import { join } from 'node:path';
import { areas, areasOf } from '../../../tools/compatibility/areas';
import { hasFailed, rowOf, type JestResults } from '../../../tools/compatibility/matrix';
import { detailed, readRecord, withRow } from '../../../tools/compatibility/record';
import { versionNamed, versions, versionsNamed } from '../../../tools/compatibility/versions';

const [oldest] = versions;
const run = areasOf(oldest!, ['nodes load', 'operations']);

/** Results of jest: the statuses of the tests of both areas. */
const results = (loading: string[], operations: string[]): JestResults => ({
	testResults: Object.entries({
		'compat/load.test.ts': loading,
		'n8n/actions/operations.test.ts': operations,
	}).map(([file, each]) => ({
		name: join(__dirname, '../..', file),
		assertionResults: each.map((status) => ({ status })),
	})),
});
const passed = results(['passed'], ['passed']);

test.each([
	['no failed test', ['passed'], 0],
	['a failed test', ['passed', 'failed'], 1],
	['a skipped test', ['pending'], 1],
	['no test', [], 1],
])('an area with %s', (_, statuses, failed) => {
	const row = rowOf(oldest!, run, results(['passed'], statuses));

	expect(row.cells.get('nodes load')).toEqual({ passed: 1, failed: 0 });
	expect(row.cells.get('operations')!.failed).toBe(failed);
	expect(hasFailed(row)).toBe(failed > 0);
});

const page = [
	'| n8n     | tested on  | nodes load | operations |',
	'| ------- | ---------- | ---------- | ---------- |',
	'| 1.110.1 | 2026-01-01 | failed     | –          |',
	'| 2.41.1  | 2026-01-01 | ✓          | failed     |',
].join('\n');

test('a new row replaces the row of the page, and an area that was not run keeps its mark', () => {
	const record = withRow(readRecord(page), rowOf(oldest!, run, passed), '2026-02-02');

	const cellsOf = (n8n: string) =>
		['tested on', 'nodes load', 'operations'].map((name) => record.get(n8n)!.get(name));
	expect(cellsOf('1.110.1')).toEqual(['2026-02-02', '✓', '✓']);
	expect(cellsOf('2.41.1')).toEqual(['2026-01-01', '✓', 'failed']);
	const again = withRow(record, rowOf(oldest!, run.slice(0, 1), passed), '2026-03-03');
	expect(again.get('1.110.1')!.get('operations')).toBe('✓');
	expect(again.get('1.110.1')!.get('tested on')).toBe('2026-02-02');
	expect(detailed(readRecord(detailed(record)))).toBe(detailed(record));
});

test('chooses the default versions and the areas of each version', () => {
	expect(versionsNamed([]).map(({ n8n }) => n8n)).toEqual(['1.110.1', '2.20.12', '2.41.1']);
	expect(() => versionsNamed(['9.9.9'])).toThrow('There is no recipe for n8n 9.9.9');
	expect(() => areasOf(oldest!, ['everything'])).toThrow('There is no area everything');
	const optional = areas.filter((area) => area.optional).map(({ name }) => name);
	for (const { also = [], upgradesFrom } of versions) {
		expect(optional).toEqual(expect.arrayContaining(also));
		expect(upgradesFrom === undefined).toBe(!also.includes('n8n upgrade'));
		if (upgradesFrom) expect(versionNamed(upgradesFrom).n8n).toBe(upgradesFrom);
	}
});
