import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { n8nFolder, root } from '../../test/n8n/harness/paths';
import { median } from './turns';

/** One comparison, ready to be read. */
export interface Row {
	what: string;
	own: string;
	others: string;
	/** How many times as good as the others, round by round. */
	times?: number[];
	/** The lowest median that is accepted. */
	least?: number;
}

/** How often each thing is done. */
export interface Plan {
	rounds: number;
	deliveries: number;
}

const PAGE = 'docs/internals/benchmark.md';

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

export const isMissed = ({ times, least = 0 }: Row): boolean =>
	times !== undefined && median(times) < least;

export const tableOf = (rows: Row[]): string =>
	table(
		[...COLUMNS, 'At least'],
		rows.map((row) => [...cellsOf(row, spreadOf(row.times)), row.least ?? '']),
	);

const COLUMNS = ['', 'This package', 'Others', 'Times as good'];
const cellsOf = ({ what, own, others, times = [] }: Row, spread = ''): string[] => [
	what,
	own,
	others,
	times.length > 0 ? `${median(times).toFixed(2)}${spread}` : '',
];

const table = (columns: string[], lines: Array<Array<string | number>>): string =>
	[columns, columns.map(() => '---'), ...lines]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

function spreadOf(times: number[] = []): string {
	if (times.length < 2) return '';
	return ` (${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)})`;
}

/** Processes that wanted to compute, on average over the last minute. */
export const load = () => (loadavg()[0] ?? 0).toFixed(1);

export async function writePage(rows: Row[], loads: string[]): Promise<void> {
	const sorted = loads.map(Number).sort((a, b) => a - b);
	const date = new Date().toISOString().slice(0, 10);
	const text = [
		'# What `npm run bench` measured',
		`Measured on ${date}: ${machine()}; load average ${sorted[0]} to ${sorted.at(-1)}. One n8n process runs the packed package, another is the service. Figures are medians.`,
		table(
			COLUMNS,
			rows.map((row) => cellsOf(row)),
		),
	].join('\n\n');
	const filepath = join(root, PAGE);
	const style = await resolveConfig(filepath, { editorconfig: true });
	writeFileSync(filepath, await format(text, { ...style, filepath }));
}

/** The machine and the versions behind the figures. */
function machine(): string {
	const manifest = readFileSync(join(n8nFolder, 'package.json'), 'utf8');
	const { version } = JSON.parse(manifest) as { version: string };
	const processors = cpus();
	const model = processors[0]?.model.trim() ?? 'unknown processor';
	const gigabytes = Math.round(totalmem() / 2 ** 30);
	return `${model}, ${processors.length} cores, ${gigabytes} GB, Node ${process.versions.node}, n8n ${version} with SQLite`;
}
