import { addressOf, bare, get, httpRequest } from '../contenders';
import {
	atLeast,
	atMost,
	million,
	rounded,
	seconds,
	type Chart,
	type Plan,
	type Section,
} from '../report/report';
import type { Contender, Run, Stage } from '../stage';
import { StandIn } from '../standIn';
import { inFlightOf, inTurns, middle, ratio, took } from './turns';

const usual = { items: 500, latency: 20 };
const names = {
	package: 'this package',
	httpRequest: 'HTTP Request node',
	bare: 'bare helper, 16 in flight',
	single: 'bare helper, one at a time',
};
type Name = keyof typeof names;
type Runs = Partial<Record<Name, Run[]>>;

/** One GET an item, beside the HTTP Request node and n8n's bare HTTP helper. */
export async function measureGets(stage: Stage, plan: Plan): Promise<Section> {
	const service = await StandIn.start(plan.quick ? usual.items : 5_000, {
		latency: usual.latency,
	});
	const items = service.keys.map((key) => ({ key, url: addressOf(service, key) }));
	const once = (contender: Contender, count: number) => async () =>
		await stage.run(service, contender, items.slice(0, count));
	const three = async (rounds: number, count: number): Promise<Record<Name, Run[]>> => ({
		...(await inTurns(rounds, {
			package: once(get(), count),
			httpRequest: once(httpRequest, count),
			bare: once(bare(16), count),
		})),
		single: [],
	});
	try {
		await inTurns(1, { package: once(get(), 50), httpRequest: once(httpRequest, 50) });
		const main = await three(plan.rounds, usual.items);
		const slow = await inTurns(plan.quick ? 1 : plan.fewRounds, {
			package: once(get(), usual.items),
			single: once(bare(1), usual.items),
		});
		const narrow = await once(get(4), 100)();
		const rows = [...rowsOf(usual.latency, usual.items, { ...main, single: slow.single })];
		const growth: Array<[number, Runs]> = [[usual.items, main]];
		if (!plan.quick) {
			for (const latency of [0, 100]) {
				await service.speak({ latency });
				const runs = await three(plan.fewRounds, usual.items);
				const single = [await once(bare(1), usual.items)()];
				rows.push(...rowsOf(latency, usual.items, { ...runs, single }));
			}
			await service.speak({ latency: usual.latency });
			for (const count of [10, 100, 1_000, 5_000]) {
				const runs = await three(count > 1_000 ? 1 : plan.fewRounds, count);
				rows.push(...rowsOf(usual.latency, count, runs));
				growth.push([count, runs]);
			}
		}
		const toBare = ratio(main.bare, main.package, took);
		const toHttpRequest = ratio(main.httpRequest, main.package, took);
		const toSingle = ratio(slow.single, slow.package, took);
		const rate = (usual.items * 1000) / middle(main.package, took);
		const times = (value: number) => `${value.toFixed(1)} times as fast`;
		return {
			title: '500 GETs at 20 ms',
			text: 'One appointment an item, from a service that takes 20 ms for each (or as long as the table says). The bare helper is a node that only calls n8n’s `httpRequestWithAuthentication`; one at a time, it is the fastest that a node can be that walks its items. It is given whole addresses, and so evaluates no expression; the other two nodes evaluate one an item.',
			tables: [
				{
					columns: ['Latency', 'Items', 'Node', 'Took', 'Items a second', ...machineColumns],
					rows,
				},
			],
			charts: charts(main, slow.single, growth),
			verdicts: [
				atLeast('500 GETs: rate against the bare helper', toBare.median, 0.85, toBare.spread),
				atLeast(
					'500 GETs: rate against the HTTP Request node',
					toHttpRequest.median,
					1.5,
					toHttpRequest.spread,
				),
				atLeast('500 GETs: rate against one at a time', toSingle.median, 8, toSingle.spread),
				atMost('500 GETs: requests in flight', Math.max(...main.package.map(inFlightOf)), 64),
				atMost('100 GETs with Concurrency 4: requests in flight', narrow.inFlight, 4),
			],
			summary: [
				[
					'500 GETs at 20 ms',
					seconds(middle(main.package, took)),
					`HTTP Request node ${seconds(middle(main.httpRequest, took))}, one at a time ${seconds(middle(slow.single, took))}: ${times(toHttpRequest.median)} and ${times(toSingle.median)}`,
				],
			],
			scale: [
				[
					'One request for each appointment, 20 ms each',
					`${rounded(rate)} a second`,
					`a million in ${million(rate)}`,
				],
			],
		};
	} finally {
		await service.stop();
	}
}

export const machineColumns = ['CPU of n8n', 'Peak memory', 'In flight', 'Failures'];

/** The cells that every run of a node has. */
export function machineCells(runs: Run[], failures: (run: Run) => number): string[] {
	return [
		seconds(middle(runs, ({ cpuMs }) => cpuMs)),
		`${Math.round(middle(runs, ({ peakMb }) => peakMb))} MB`,
		String(Math.max(...runs.map(inFlightOf))),
		String(Math.max(...runs.map(failures))),
	];
}

function rowsOf(latency: number, count: number, runs: Runs): string[][] {
	return (Object.keys(names) as Name[]).flatMap((name) => {
		const own = runs[name] ?? [];
		if (own.length === 0) return [];
		const ms = middle(own, took);
		return [
			[
				`${latency} ms`,
				count.toLocaleString('en'),
				names[name],
				seconds(ms),
				rounded((count * 1000) / ms),
				...machineCells(own, ({ right }) => count - right),
			],
		];
	});
}

function charts(main: Runs, single: Run[], growth: Array<[number, Runs]>): Chart[] {
	const all: Runs = { ...main, single };
	const bars = (Object.keys(names) as Name[]).map((name) => ({
		name: names[name],
		points: [{ at: '', value: middle(all[name] ?? [], took) / 1000 }],
	}));
	const grown = [...growth].sort(([a], [b]) => a - b);
	const lines = (['package', 'httpRequest', 'bare'] as const).map((name) => ({
		name: names[name],
		points: grown.map(([count, runs]) => ({
			at: count,
			value: (count * 1000) / middle(runs[name] ?? [], took),
		})),
	}));
	return [
		{ title: '500 GETs at 20 ms', unit: 'seconds', kind: 'bars', series: bars },
		{
			title: 'GETs at 20 ms',
			unit: 'items a second',
			foot: 'items',
			kind: 'lines',
			series: lines,
		},
	];
}
