import { join } from 'node:path';
import { areas, areasOf } from '../../compat/areas';
import { hasFailed, printed, rowOf, withRow, type JestResults } from '../../compat/matrix';
import { versionNamed, versions, versionsNamed } from '../../compat/versions';

const root = join(__dirname, '../../..');
const [oldest] = versions;
const run = areasOf(oldest!, ['nodes load', 'polling']);

/** Results of jest: the statuses of each area's tests. */
const results = (statuses: Record<string, string[]>): JestResults => ({
	testResults: Object.entries(statuses).map(([file, each]) => ({
		name: join(root, 'test/compat/suite', file),
		assertionResults: each.map((status) => ({ status })),
	})),
});

test('a failed test, a skipped one, and a file without results fail their area', () => {
	const passed = results({ 'load.test.ts': ['passed'], 'polling.test.ts': ['passed'] });
	expect(hasFailed(rowOf(oldest!, run, passed))).toBe(false);

	for (const polling of [['passed', 'failed'], ['pending'], []]) {
		const row = rowOf(
			oldest!,
			run,
			results({ 'load.test.ts': ['passed'], 'polling.test.ts': polling }),
		);
		expect(row.cells.get('nodes load')).toEqual({ passed: 1, failed: 0 });
		expect(row.cells.get('polling')!.failed).toBe(1);
		expect(printed([row])).toContain('failed');
	}
	expect(hasFailed(rowOf(oldest!, run, { testResults: [] }))).toBe(true);
});

test('a row takes the place of what the page says, but for areas that were not run', () => {
	const page = [
		'| n8n     | date       | deliveries | polling | nodes load |',
		'| ------- | ---------- | ---------- | ------- | ---------- |',
		'| 1.110.1 | 2026-01-01 | ✓          | failed  | failed     |',
		'| 2.41.1  | 2026-01-01 | failed     | ✓       | ✓          |',
	].join('\n');
	const row = rowOf(
		oldest!,
		run,
		results({ 'load.test.ts': ['passed'], 'polling.test.ts': ['passed'] }),
	);

	const { table, green } = withRow(page, row, '2026-02-02');

	const cells = (n8n: string) => {
		const line = table.split('\n').find((text) => text.startsWith(`| ${n8n} `))!;
		return line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim());
	};
	expect(cells('n8n')).toEqual(['n8n', 'date', ...areas.map(({ name }) => name)]);
	const marks = (n8n: string, ...names: string[]) =>
		names.map((name) => cells(n8n)[cells('n8n').indexOf(name)]);
	expect(marks('1.110.1', 'date', 'nodes load', 'polling', 'deliveries', 'operations')).toEqual([
		'2026-02-02',
		'✓',
		'✓',
		'✓',
		'–',
	]);
	expect(marks('2.41.1', 'date', 'nodes load', 'deliveries')).toEqual([
		'2026-01-01',
		'✓',
		'failed',
	]);
	expect(green).toEqual(['1.110.1']);
});

test('the table knows the default versions, and what each is run with', () => {
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
