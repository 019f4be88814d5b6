import { get, httpRequest, itemsOf } from '../contenders';
import { inTurns, median, ratios, ROUNDS, seconds, type Row } from '../report';
import { took, withService, type Stage } from '../stage';

const count = 500;
/** How many requests at a time the service takes, and how near to the best the node comes. */
const LIMITS: Array<[capacity: number, least?: number]> = [[4, 0.6], [40]];

/** How the number of requests at a time follows what a service can take, without any option. */
export const measureLimits = async (stage: Stage): Promise<Row[]> =>
	await withService(stage, { latency: 50 }, count, async ({ service, run }) => {
		const items = itemsOf(service);
		await run(get(), items);
		const rows: Row[] = [];
		for (const [capacity, least] of LIMITS) {
			service.speak({ capacity });
			const { own, best } = await inTurns(ROUNDS, {
				own: async () => await run(get(), items),
				best: async () => await run(get(capacity), items),
			});
			const peer = await run(httpRequest, items);
			const lost = Math.max(...own.map(({ right }) => count - right));
			rows.push({
				what: `${count} GETs, service takes ${capacity} at a time`,
				own: `${seconds(median(own.map(took)))}, ${median(own.map(({ refused }) => refused))} refusals, ${lost} lost`,
				others: `best fixed Concurrency ${seconds(median(best.map(took)))}; HTTP Request node: ${count - peer.right} lost`,
				times: ratios(own, best, took),
				least,
			});
		}
		return rows;
	});
