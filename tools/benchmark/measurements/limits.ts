import type { Dialect } from '../../../test/stand-in';
import { addressOf, get, httpRequest } from '../contenders';
import { seconds, type Plan, type Row } from '../report';
import { took, type Stage } from '../stage';
import { StandIn } from '../standIn';
import { inTurns, median } from '../turns';

const latency = 50;
const count = 500;

interface Scene {
	name: string;
	dialect: Partial<Dialect>;
	/** Values of Concurrency among which the best one is. */
	fixed: number[];
	least?: number;
}

const scenes: Scene[] = [
	{ name: 'takes 4 at a time', dialect: { capacity: 4 }, fixed: [4], least: 0.6 },
	{ name: 'takes 40 at a time', dialect: { capacity: 40 }, fixed: [40] },
];

/** How the number of requests at a time follows what a service can take, without any option. */
export async function measureLimits(stage: Stage, { rounds }: Plan): Promise<Row[]> {
	const service = await StandIn.start(count, { latency });
	const items = service.keys.map((key) => ({ key, url: addressOf(service, key) }));
	const rows: Row[] = [];
	try {
		await stage.run(service, get(), items);
		for (const { name, dialect, fixed, least } of scenes) {
			await service.speak({ capacity: Infinity, ...dialect });
			const run = (concurrency?: number) => async () =>
				await stage.run(service, get(concurrency), items);
			const { own = [], ...others } = await inTurns<string, Awaited<ReturnType<typeof stage.run>>>(
				rounds,
				{ own: run(), ...Object.fromEntries(fixed.map((number) => [number, run(number)])) },
			);
			const best = own.map((_, round) =>
				Math.min(...Object.values(others).map((runs) => took(runs[round]!))),
			);
			const lost = Math.max(...own.map(({ right }) => count - right));
			const peer = await stage.run(service, httpRequest, items);
			rows.push({
				what: `${count} GETs, service ${name}`,
				own: `${seconds(median(own.map(took)))}, ${median(own.map(({ refused }) => refused))} refusals, ${lost} lost`,
				others: `best fixed Concurrency ${seconds(median(best))}; HTTP Request node: ${count - peer.right} lost`,
				times: own.map((one, round) => best[round]! / took(one)),
				least,
			});
		}
	} finally {
		await service.stop();
	}
	return rows;
}
