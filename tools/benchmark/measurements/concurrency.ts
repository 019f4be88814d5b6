import type { Dialect } from '../../../test/stand-in';
import { addressOf, get } from '../contenders';
import {
	atLeast,
	atMost,
	rounded,
	seconds,
	type Chart,
	type Plan,
	type Section,
} from '../report/report';
import type { Run, Stage } from '../stage';
import { StandIn } from '../standIn';
import { inFlightOf, inTurns, median, middle, took } from './turns';

const latency = 50;

interface Scene {
	name: string;
	count: number;
	dialect: Partial<Dialect>;
	/** Numbers in flight among which the best one is. */
	fixed: number[];
	/** What the service is like from so many ms on. */
	later?: { afterMs: number; dialect: Partial<Dialect> };
	least?: number;
	most?: number;
}

const scenes: Scene[] = [
	{ name: '4 at a time', count: 500, dialect: { capacity: 4 }, fixed: [4], least: 0.6 },
	{ name: '10 at a time', count: 500, dialect: { capacity: 10 }, fixed: [10], least: 0.6 },
	{ name: '40 at a time', count: 500, dialect: { capacity: 40 }, fixed: [40], least: 0.6 },
	{
		name: 'slower beyond 24',
		count: 500,
		dialect: { knee: 24 },
		fixed: [16, 20, 24, 28, 32],
		least: 0.85,
		most: 64,
	},
	{
		name: '40, then 4, then 40 at a time',
		count: 2_000,
		dialect: { capacity: 40 },
		fixed: [],
		later: { afterMs: 1_500, dialect: { capacity: 4 } },
	},
];

interface Measured extends Scene {
	own: Run[];
	share?: number;
}

/** How the number of requests in flight follows what a service can take, without any option. */
export async function measureConcurrency(stage: Stage, plan: Plan): Promise<Section> {
	const service = await StandIn.start(2_000, { latency });
	const items = service.keys.map((key) => ({ key, url: addressOf(service, key) }));
	const runOnce = (scene: Scene, concurrency?: number) => async () => {
		await service.speak({ capacity: Infinity, knee: Infinity, ...scene.dialect });
		const timers: NodeJS.Timeout[] = [];
		if (scene.later) {
			const { afterMs, dialect } = scene.later;
			const speak = (wanted: Partial<Dialect>) => () => void service.speak(wanted);
			timers.push(setTimeout(speak(dialect), afterMs));
			timers.push(setTimeout(speak(scene.dialect), 2 * afterMs));
		}
		const run = await stage.run(service, get(concurrency), items.slice(0, scene.count));
		timers.forEach(clearTimeout);
		return run;
	};
	const measured: Measured[] = [];
	try {
		await runOnce(scenes[0] as Scene)();
		for (const scene of scenes) {
			const fixed = scene.fixed.map((number) => [String(number), runOnce(scene, number)] as const);
			const contenders = { own: runOnce(scene), ...Object.fromEntries(fixed) };
			const runs = await inTurns(plan.fewRounds, contenders);
			const others = scene.fixed.map((number) => runs[String(number) as keyof typeof runs]);
			const shares = runs.own.map(
				(run, round) =>
					Math.min(...others.map((other) => (other[round] ? took(other[round]) : Infinity))) /
					took(run),
			);
			measured.push({
				...scene,
				own: runs.own,
				...(others.length > 0 && { share: median(shares) }),
			});
		}
	} finally {
		await service.stop();
	}
	return sectionOf(measured);
}

const refused = ({ refused: count }: Run) => count;

function sectionOf(measured: Measured[]): Section {
	return {
		title: 'Finding the number of requests in flight',
		text: `GETs at ${latency} ms from services that answer 429 to what goes beyond a number at a time, or become slower beyond 24. The option Concurrency is not set; the share is that of the best fixed number. [Concurrency](concurrency.md) explains the rule.`,
		tables: [
			{
				columns: [
					'Service',
					'Items',
					'Took',
					'Share of the best',
					'Refusals',
					'In flight',
					'Failures',
				],
				rows: measured.map(({ name, count, own, share }) => [
					name,
					count.toLocaleString('en'),
					seconds(middle(own, took)),
					share === undefined ? '' : share.toFixed(2),
					rounded(middle(own, refused)),
					String(Math.max(...own.map(inFlightOf))),
					String(Math.max(...own.map(({ right }) => count - right))),
				]),
			},
		],
		charts: [
			timeline('Limits of 4, 10 and 40', measured.slice(0, 3)),
			timeline('A bend at 24, and a changing limit', measured.slice(3)),
		],
		verdicts: measured.flatMap(({ name, count, own, share, least, most }) => [
			atMost(`${name}: items lost`, Math.max(...own.map(({ right }) => count - right)), 0),
			...(count === 500 ? [atMost(`${name}: refusals of 500`, middle(own, refused), 60)] : []),
			...(share !== undefined && least !== undefined
				? [atLeast(`${name}: share of the best fixed number`, share, least)]
				: []),
			...(most === undefined
				? []
				: [atMost(`${name}: requests in flight`, Math.max(...own.map(inFlightOf)), most)]),
		]),
		summary: [],
		scale: [],
	};
}

const timeline = (title: string, scenesOf: Measured[]): Chart => ({
	title,
	unit: 'requests in flight',
	foot: 'ms',
	kind: 'timeline',
	series: scenesOf.map(({ name, own }) => ({ name, points: own[0]?.timeline ?? [] })),
});
