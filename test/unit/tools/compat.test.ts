import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areasOf } from '../../../tools/compatibility/areas';
import { hasFailed, rowOf, updated, type JestResults } from '../../../tools/compatibility/matrix';
import { versions } from '../../../tools/compatibility/versions';

const [oldest] = versions;
const run = areasOf(oldest!, ['nodes load', 'operations']);

/** Results of jest: a passed test of one area, and the statuses of the tests of the other. */
const results = (statuses: string[]): JestResults => ({
	testResults: [
		['compat/load.test.ts', 'passed'],
		['n8n/actions/operations.test.ts', ...statuses],
	].map(([file, ...each]) => ({
		name: join(__dirname, '../..', file!),
		assertionResults: each.map((status) => ({ status })),
	})),
});

test.each([
	['no failed test', ['passed'], 0],
	['a failed test', ['passed', 'failed'], 1],
	['a skipped test', ['pending'], 1],
	['no test', [], 1],
])('an area with %s', (_, statuses, failed) => {
	const row = rowOf(oldest!, run, results(statuses));

	expect(row.cells.get('nodes load')).toEqual({ passed: 1, failed: 0 });
	expect(row.cells.get('operations')!.failed).toBe(failed);
	expect(hasFailed(row)).toBe(failed > 0);
});

test('the page has a line for each version, in which an area that was not run keeps its mark', () => {
	const page = readFileSync(join(__dirname, '../../../docs/internals/compatibility.md'), 'utf8');
	for (const { n8n } of versions) expect(page).toContain(`\n| ${n8n} |`);

	const row = rowOf(oldest!, run, results(['failed']));
	const line = updated([oldest!.n8n, '2026-11-01', '–', '✓', '✓', '✓'], row, '2026-11-23');
	expect(line.slice(0, 7)).toEqual([oldest!.n8n, '2026-11-01', '✓', '✓', 'failed', '✓', '–']);
});
