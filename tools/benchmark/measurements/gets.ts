import { get, httpRequest, itemsOf } from '../contenders';
import { inTurns, median, ratios, ROUNDS, seconds, type Row } from '../report';
import { took, withService, type Stage } from '../stage';

const count = 500;
/** How many times as fast as the HTTP Request node, by latency in ms. */
const LATENCIES: Array<[latency: number, least: number]> = [
	[0, 2],
	[20, 2],
	[100, 1.4],
	// It sends all 500 at once, and this node at most 64.
	[300, 0.7],
];

/** 500 GETs at services from fast to slow. */
export const measureGets = async (stage: Stage): Promise<Row[]> =>
	await withService(stage, {}, count, async ({ service, run }) => {
		const items = itemsOf(service);
		const contenders = {
			own: async () => await run(get, items),
			peer: async () => await run(httpRequest, items),
		};
		await inTurns(1, contenders);
		const rows: Row[] = [];
		for (const [latency, least] of LATENCIES) {
			service.set({ latency });
			const { own, peer } = await inTurns(ROUNDS, contenders);
			const lost = Math.max(...own.map(({ right }) => count - right));
			rows.push({
				what: `${count} GETs at ${latency} ms`,
				own: `${seconds(median(own.map(took)))}, ${lost} lost`,
				others: `HTTP Request node ${seconds(median(peer.map(took)))}`,
				times: ratios(own, peer, took),
				least,
			});
		}
		return rows;
	});
