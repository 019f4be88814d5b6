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
	const verdicts = sections.flatMap((section) => section.verdicts);
	return [
		'# What `npm run bench` measured',
		`${described(conditions)} One n8n process runs the packed package, and another process is the service. What is compared takes turns. Figures are medians of three rounds, with the range in brackets. The command prints every table.`,
		'![The figures below as a plot](benchmark.svg)',
		'## At a glance',
		summaryTable(sections),
		'## Requirements',
		`There are ${verdicts.length}. The table shows the lower limits and, bold, what failed. The others hold: items lost, refusals, requests at the same time, memory and size.`,
		verdictTable(verdicts.filter(({ isLowerLimit, holds }) => isLowerLimit || !holds)),
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
		columns: ['What', 'Measured', 'Required'],
		rows: verdicts.map(({ what, figure, demanded, holds }) => [
			what,
			holds ? figure : `**${figure}**`,
			demanded,
		]),
	});
}

function summaryTable(sections: Section[]): string {
	const rows = sections.flatMap(({ summary }) => summary);
	return tableOf({ columns: ['', 'This package', 'Others'], rows });
}

function described({ machine, loads, date }: Conditions): string {
	const sorted = loads.map(Number).sort((a, b) => a - b);
	return `Measured on ${date}: ${machine}; load average ${sorted[0]} to ${sorted.at(-1)}.`;
}

function tableOf({ columns, rows }: Table): string {
	const lines = [columns, columns.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
