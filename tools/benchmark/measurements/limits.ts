import { get, httpRequest, itemsOf } from '../contenders';
import { inTurns, median, ratios, ROUNDS, seconds, type Row } from '../report';
import { took, withService, type Stage } from '../stage';

const count = 500;
const MOST_REFUSED = 60;
/** What services do with more requests at a time, and how near to the best fixed number the node comes. */
const SERVICES = [
	...[4, 10, 40].map((best) => ({
		what: `takes ${best} at a time`,
		best,
		dialect: { capacity: best, workers: Infinity },
		least: 0.6,
	})),
	{ what: 'slower above 24', best: 24, dialect: { capacity: Infinity, workers: 24 }, least: 0.85 },
];

/** How the number of requests at a time follows what a service can take, without any option. */
export const measureLimits = async (stage: Stage): Promise<Row[]> =>
	await withService(stage, { latency: 50 }, count, async ({ service, run }) => {
		const items = itemsOf(service);
		await run(get(), items);
		const rows: Row[] = [];
		for (const { what, best, dialect, least } of SERVICES) {
			service.speak(dialect);
			const { own, fixed } = await inTurns(ROUNDS, {
				own: async () => await run(get(), items),
				fixed: async () => await run(get(best), items),
			});
			const peer = await run(httpRequest, items);
			const lost = Math.max(...own.map(({ right }) => count - right));
			const refused = Math.max(...own.map((round) => round.refused));
			rows.push({
				what: `${count} GETs, service ${what}`,
				own: `${seconds(median(own.map(took)))}, ${refused} refused, ${lost} lost`,
				others: `best fixed Concurrency ${seconds(median(fixed.map(took)))}; HTTP Request node: ${count - peer.right} lost`,
				times: ratios(own, fixed, took),
				least,
				figure: refused + lost * count,
				most: MOST_REFUSED,
			});
		}
		return rows;
	});
