import { addressOf, get, httpRequest } from '../contenders';
import { machineCells, machineColumns } from './gets';
import { atLeast, rounded, seconds, type Plan, type Section } from '../report/report';
import type { Contender, Run, Stage } from '../stage';
import { StandIn } from '../standIn';
import { inTurns, median, middle, ratio, took } from './turns';

const count = 500;
/** How many times as fast as the HTTP Request node, by latency. */
const demanded: Record<number, number> = { 0: 1.5, 20: 1.5, 100: 1.2, 300: 0.8 };
const names = { package: 'this package', httpRequest: 'HTTP Request node' };
type Name = keyof typeof names;
/** Here n8n is the slow one, so that finding the number must cost little. */
const LONGEST_SHORT = 20;

/** 500 GETs at services from fast to slow, beside the HTTP Request node, without any option. */
export async function measureLatency(stage: Stage, plan: Plan): Promise<Section> {
	const service = await StandIn.start(count);
	const items = service.keys.map((key) => ({ key, url: addressOf(service, key) }));
	const once = (contender: Contender) => async () => await stage.run(service, contender, items);
	const latencies = plan.quick ? [0, 5, 20, 100, 300] : [0, 5, 20, 50, 100, 300, 1_000];
	const measured: Array<[number, Record<Name, Run[]>]> = [];
	const toFixed: Array<[number, number]> = [];
	try {
		await inTurns(1, { package: once(get()), httpRequest: once(httpRequest) });
		for (const latency of latencies) {
			await service.speak({ latency });
			const contenders = { package: once(get()), httpRequest: once(httpRequest) };
			measured.push([latency, await inTurns(plan.fewRounds, contenders)]);
			if (latency > LONGEST_SHORT) continue;
			const fixed = { own: once(get()), few: once(get(16)), more: once(get(32)) };
			const runs = await inTurns(plan.rounds, fixed);
			const better = (round: number) =>
				Math.min(...[runs.few, runs.more].map((other) => took(other[round]!)));
			toFixed.push([latency, median(runs.own.map((run, round) => better(round) / took(run)))]);
		}
	} finally {
		await service.stop();
	}
	const rate = (runs: Run[]) => (count * 1000) / middle(runs, took);
	const timesAsFast = measured.map(([latency, { httpRequest: other, package: own }]) => ({
		latency,
		...ratio(other, own, took),
	}));
	const slow = timesAsFast.find(({ latency }) => latency === 1_000);
	return {
		title: '500 GETs by latency',
		text: 'The number of requests in flight is not set: the node starts with 16 and finds it, up to 64 (see [concurrency](concurrency.md)). The HTTP Request node sends all requests at once, as fast as n8n can. With a latency of 1,000 ms, 64 requests at a time need at least eight seconds for 500.',
		tables: [
			{
				columns: ['Latency', 'Node', 'Took', 'Items a second', ...machineColumns],
				rows: measured.flatMap(([latency, runs]) =>
					(Object.keys(names) as Name[]).map((name) => [
						`${latency.toLocaleString('en')} ms`,
						names[name],
						seconds(middle(runs[name], took)),
						rounded(rate(runs[name])),
						...machineCells(runs[name], ({ right }) => count - right),
					]),
				),
			},
		],
		charts: [
			{
				title: '500 GETs by latency',
				unit: 'items a second',
				foot: 'ms',
				kind: 'lines',
				series: (Object.keys(names) as Name[]).map((name) => ({
					name: names[name],
					points: measured.map(([latency, runs]) => ({ at: latency, value: rate(runs[name]) })),
				})),
			},
		],
		verdicts: [
			...timesAsFast.flatMap(({ latency, median: times, spread }) => {
				const least = demanded[latency];
				const what = `500 GETs at ${latency} ms: rate against the HTTP Request node`;
				return least === undefined ? [] : [atLeast(what, times, least, spread)];
			}),
			...toFixed.map(([latency, share]) =>
				atLeast(
					`500 GETs at ${latency} ms: rate to the better of Concurrency 16 and 32`,
					share,
					0.9,
				),
			),
		],
		summary: slow
			? [
					[
						'500 GETs at 1,000 ms',
						`${slow.median.toFixed(2)} times as fast`,
						'HTTP Request node: sends all 500 at once',
					],
				]
			: [],
		scale: [],
	};
}
