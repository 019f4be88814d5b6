import { addressOf, get, httpRequest } from '../contenders';
import { seconds, type Plan, type Row } from '../report';
import { took, type Contender, type Run, type Stage } from '../stage';
import { StandIn } from '../standIn';
import { inTurns, median, ratios } from '../turns';

const count = 500;
/** How many times as fast as the HTTP Request node, by latency in ms. */
const LATENCIES: Array<[latency: number, least?: number]> = [
	[20, 1.5],
	// It sends all 500 at once, and this node at most 64.
	[300],
	[1_000],
];
const SINGLE_MS = 20;

/** 500 GETs at services from fast to slow, without any option. */
export async function measureGets(stage: Stage, { rounds }: Plan): Promise<Row[]> {
	const service = await StandIn.start(count);
	const items = service.keys.map((key) => ({ key, url: addressOf(service, key) }));
	const once = (contender: Contender) => async () => await stage.run(service, contender, items);
	const contenders = { own: once(get()), peer: once(httpRequest) };
	const rows: Row[] = [];
	try {
		await inTurns(1, contenders);
		for (const [latency, least] of LATENCIES) {
			await service.speak({ latency });
			const { own, peer } = await inTurns(rounds, contenders);
			rows.push(row(`${count} GETs at ${latency} ms`, own, 'HTTP Request node', peer, least));
			if (latency !== SINGLE_MS) continue;
			const single = await inTurns(1, { one: once(get(1)) });
			rows.push(
				row(`${count} GETs at ${latency} ms`, own.slice(0, 1), 'one at a time', single.one, 8),
			);
		}
	} finally {
		await service.stop();
	}
	return rows;
}

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
