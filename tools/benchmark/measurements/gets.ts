import { get, httpRequest, itemsOf } from '../contenders';
import { inTurns, median, ratios, ROUNDS, seconds, type Row } from '../report';
import { took, withService, type Run, type Stage } from '../stage';

const count = 500;
/** How many times as fast as the HTTP Request node, by latency in ms. */
const LATENCIES: Array<[latency: number, least?: number]> = [
	[20, 1.2],
	// It sends all 500 at once, and this node at most 64.
	[300],
	[1_000],
];
const SINGLE_MS = 20;

/** 500 GETs at services from fast to slow, without any option. */
export const measureGets = async (stage: Stage): Promise<Row[]> =>
	await withService(stage, 'plain', count, async ({ service, run }) => {
		const items = itemsOf(service);
		const contenders = {
			own: async () => await run(get(), items),
			peer: async () => await run(httpRequest, items),
		};
		await inTurns(1, contenders);
		const rows: Row[] = [];
		for (const [latency, least] of LATENCIES) {
			service.speak({ latency });
			const what = `${count} GETs at ${latency} ms`;
			const { own, peer } = await inTurns(ROUNDS, contenders);
			rows.push(row(what, own, 'HTTP Request node', peer, least));
			if (latency !== SINGLE_MS) continue;
			rows.push(row(what, own.slice(0, 1), 'one at a time', [await run(get(1), items)], 8));
		}
		return rows;
	});

function row(what: string, own: Run[], name: string, other: Run[], least?: number): Row {
	const lost = Math.max(...own.map(({ right }) => count - right));
	return {
		what,
		own: `${seconds(median(own.map(took)))}${lost > 0 ? `, ${lost} lost` : ''}`,
		others: `${name} ${seconds(median(other.map(took)))}`,
		times: ratios(own, other, took),
		least,
	};
}
