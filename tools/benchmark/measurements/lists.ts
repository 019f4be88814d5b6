import { getAll, httpRequestPages, pageSize, type Pagination } from '../contenders';
import { machineCells, machineColumns } from './gets';
import {
	atLeast,
	million,
	rounded,
	seconds,
	type Chart,
	type Plan,
	type Section,
} from '../report/report';
import type { Run, Stage } from '../stage';
import { StandIn } from '../standIn';
import { inTurns, middle, ratio, type Ratio, took } from './turns';

const usual = 20_000;
const latency = 20;
const words = { pages: 'page numbers', offset: 'limit and offset', cursor: 'cursor' };
const names = { package: 'this package', httpRequest: 'HTTP Request node, its pagination' };

interface Measured {
	pagination: Pagination;
	count: number;
	runs: Record<keyof typeof names, Run[]>;
	faster: Ratio;
}

/** Return All, beside the HTTP Request node's pagination. */
export async function measureLists(stage: Stage, plan: Plan): Promise<Section> {
	const measured: Measured[] = [];
	const measure = async (pagination: Pagination, count: number, rounds: number) =>
		measured.push(await listed(stage, pagination, count, rounds));
	await measure('pages', usual, plan.rounds);
	await measure('offset', usual, plan.rounds);
	if (!plan.quick) {
		await measure('cursor', usual, plan.fewRounds);
		await measure('pages', 1_000, plan.fewRounds);
		await measure('pages', 10_000, plan.fewRounds);
		await measure('pages', 100_000, 1);
	}
	const main = measured.filter(({ count }) => count === usual);
	return {
		title: '20,000 appointments in 200 pages',
		text: `Return All from a list in pages of ${pageSize} at ${latency} ms each. The HTTP Request node is set up with its own pagination and gives one item a page; splitting those into appointments, which this package has done, is not counted.`,
		tables: [
			{
				columns: ['Pages by', 'Appointments', 'Node', 'Took', 'A second', ...machineColumns],
				rows: measured.flatMap(rowsOf),
			},
		],
		charts: charts(measured),
		verdicts: main
			.filter(({ pagination }) => pagination !== 'cursor')
			.map(({ pagination, faster }) =>
				atLeast(
					`20,000 appointments by ${words[pagination]}: rate against the HTTP Request node`,
					faster.median,
					4,
					faster.spread,
				),
			),
		summary: main.map(({ pagination, runs, faster }) => [
			`20,000 appointments in 200 pages, by ${words[pagination]}`,
			seconds(middle(runs.package, took)),
			`HTTP Request node’s pagination ${seconds(middle(runs.httpRequest, took))}: ${faster.median.toFixed(1)} times as fast`,
		]),
		scale: measured
			.filter(({ pagination, count }) => pagination === 'pages' && count >= usual)
			.map(scaleOf),
	};
}

function scaleOf({ count, runs }: Measured): [string, string, string] {
	const rate = (count * 1000) / middle(runs.package, took);
	const peak = middle(runs.package, ({ peakMb }) => peakMb);
	return [
		`Return All of ${count.toLocaleString('en')} appointments, ${pageSize} a page, 20 ms each`,
		`${rounded(rate)} a second, n8n at most ${Math.round(peak)} MB`,
		`a million in ${million(rate)}, in runs of this size`,
	];
}

async function listed(
	stage: Stage,
	pagination: Pagination,
	count: number,
	rounds: number,
): Promise<Measured> {
	const like = pagination === 'pages' ? 'paged' : pagination;
	const service = await StandIn.start(count, { like, latency, pageSize, nextLink: 'absolute' });
	try {
		const peer = httpRequestPages(service, pagination);
		const runs = await inTurns(rounds, {
			package: async () => await stage.run(service, getAll, [{}]),
			httpRequest: async () => await stage.run(service, peer, [{}]),
		});
		return { pagination, count, runs, faster: ratio(runs.httpRequest, runs.package, took) };
	} finally {
		await service.stop();
	}
}

function rowsOf({ pagination, count, runs }: Measured): string[][] {
	return (Object.keys(names) as Array<keyof typeof names>).map((name) => {
		const ms = middle(runs[name], took);
		return [
			words[pagination],
			count.toLocaleString('en'),
			names[name],
			seconds(ms),
			rounded((count * 1000) / ms),
			...machineCells(runs[name], ({ appointments }) => count - appointments),
		];
	});
}

function charts(measured: Measured[]): Chart[] {
	const grown = measured
		.filter(({ pagination }) => pagination === 'pages')
		.sort((a, b) => a.count - b.count);
	const both = Object.keys(names) as Array<keyof typeof names>;
	return [
		{
			title: '20,000 appointments in 200 pages',
			unit: 'seconds',
			kind: 'bars',
			series: both.map((name) => ({
				name: names[name],
				points: measured
					.filter(({ count }) => count === usual)
					.map(({ pagination, runs }) => ({
						at: words[pagination],
						value: middle(runs[name], took) / 1000,
					})),
			})),
		},
		{
			title: 'Return All by page numbers',
			unit: 'appointments a second',
			foot: 'appointments',
			kind: 'lines',
			series: both.map((name) => ({
				name: names[name],
				points: grown.map(({ count, runs }) => ({
					at: count,
					value: (count * 1000) / middle(runs[name], took),
				})),
			})),
		},
	];
}
