import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { n8nFolder, root } from '../../test/n8n/harness/paths';

/** One line of the table: a comparison, or a figure with a limit. */
export interface Row {
	what: string;
	own: string;
	others: string;
	/** How many times as good as the others, round by round, and the lowest median that is accepted. */
	times?: number[];
	least?: number;
	/** A figure that must not be higher, in the unit that `own` names. */
	figure?: number;
	most?: number;
}

/** How often each thing is measured. */
export const ROUNDS = 3;
const PAGE = 'docs/internals/benchmark.md';

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

export const isMissed = ({ times, least = 0, figure = 0, most = Infinity }: Row): boolean =>
	(times !== undefined && median(times) < least) || figure > most;

export const tableOf = (rows: Row[]): string =>
	[['', 'This package', 'Others', 'Times as good', 'Required'], Array(5).fill('---')]
		.concat(rows.map(cellsOf))
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

function cellsOf(row: Row): string[] {
	const { what, own, others, times = [], least, most } = row;
	const ratio = times.length > 0 ? median(times).toFixed(2) : '';
	const required =
		(least && Number(least.toFixed(2))) ?? (most === undefined ? '' : `at most ${most}`);
	return [what, own, others, ratio, `${required}${isMissed(row) ? ', missed' : ''}`];
}

/** Processes that wanted to compute, on average over the last minute. */
export const load = () => (loadavg()[0] ?? 0).toFixed(1);

export async function writePage(rows: Row[], loads: string[]): Promise<void> {
	const sorted = loads.map(Number).sort((a, b) => a - b);
	const date = new Date().toISOString().slice(0, 10);
	const text = [
		'# What `npm run bench` measured',
		`Measured on ${date}: ${machine()}; load average ${sorted[0]} to ${sorted.at(-1)}. One n8n process runs the packed package, another is the service. Figures are medians.`,
		tableOf(rows),
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

export const median = (values: number[]): number =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * Runs every contender once a round, so that what else the machine does meets all alike. Returns the
 * results of each, round by round.
 */
export async function inTurns<Name extends string, Result>(
	rounds: number,
	contenders: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
	const results: Partial<Record<Name, Result[]>> = {};
	for (let round = 0; round < rounds; round += 1) {
		for (const name of Object.keys(contenders) as Name[]) {
			(results[name] ??= []).push(await contenders[name]());
		}
	}
	return results as Record<Name, Result[]>;
}

/** How many times as large the second was as the first, round by round. */
export const ratios = <Result>(
	one: Result[],
	other: Result[],
	figure: (result: Result) => number,
): number[] => one.map((result, round) => figure(other[round]!) / figure(result));
