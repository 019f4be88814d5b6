import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../../../test/n8n/harness/paths';
import type { Section, Table, Verdict } from './report';

export interface Conditions {
	machine: string;
	/** Load averages from the start to the end. */
	loads: string[];
	date: string;
}

const markers = { start: '<!-- bench:start -->', end: '<!-- bench:end -->' };

/** The page: what matters of each measurement. The terminal shows all tables. */
export function page(sections: Section[], conditions: Conditions): string {
	return [
		'# What `npm run bench` measured',
		`${described(conditions)} All of it in one n8n process with the packed package, and the stand-in for the service in its own process; what is compared takes turns, and the figures are medians of three rounds. Ratios are computed in each round; the median comes first, then the range. The command prints every table.`,
		'![The figures below as a plot](benchmark.svg)',
		'## At a glance',
		summaryTable(sections),
		'## Requirements',
		verdictTable(sections.flatMap(({ verdicts }) => verdicts)),
	].join('\n\n');
}

/** Writes a file in the project's style. */
export async function writeMarkdown(file: string, text: string): Promise<void> {
	await writeFile(join(root, file), await styled(file, text));
}

async function styled(file: string, text: string): Promise<string> {
	const filepath = join(root, file);
	const style = await resolveConfig(filepath, { editorconfig: true });
	return await format(text, { ...style, filepath });
}

/** Puts the figures into docs/internals/scale.md, between the markers. */
export async function writeScale(sections: Section[], conditions: Conditions): Promise<void> {
	await writeBetween('docs/internals/scale.md', [
		tableOf({
			columns: ['One n8n process', 'Measured', 'Extrapolated'],
			rows: sections.flatMap(({ scale }) => scale),
		}),
		described(conditions),
	]);
}

async function writeBetween(file: string, parts: string[]): Promise<void> {
	const text = await readFile(join(root, file), 'utf8');
	const from = text.indexOf(markers.start);
	const to = text.indexOf(markers.end);
	if (from < 0 || to < from) throw new Error(`${file} has no ${markers.start} with its end`);
	const written = await styled(file, [markers.start, ...parts].join('\n\n'));
	await writeFile(join(root, file), `${text.slice(0, from)}${written}\n${text.slice(to)}`);
}

/** All tables of a measurement, for the terminal. */
export const detailsOf = ({ title, text, tables }: Section): string =>
	[`## ${title}`, text, ...tables.map(tableOf)].join('\n\n');

export function verdictTable(verdicts: Verdict[]): string {
	return tableOf({
		columns: ['What', 'Measured', 'Required', ''],
		rows: verdicts.map(({ what, figure, demanded, holds }) => [
			what,
			figure,
			demanded,
			holds ? 'pass' : 'fail',
		]),
	});
}

function summaryTable(sections: Section[]): string {
	const rows = sections.flatMap(({ summary }) => summary);
	return tableOf({ columns: ['', 'This package', 'Others'], rows });
}

function described({ machine, loads, date }: Conditions): string {
	return `Measured on ${date}: ${machine}; load average ${loads.join(', ')} from start to end.`;
}

function tableOf({ columns, rows }: Table): string {
	const lines = [columns, columns.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
