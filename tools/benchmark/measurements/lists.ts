import { getAll, httpRequestPages, pageSize, type Pagination } from '../contenders';
import { seconds, type Plan, type Row } from '../report';
import { took, type Stage } from '../stage';
import { StandIn } from '../standIn';
import { inTurns, median, ratios } from '../turns';

const count = 20_000;
const latency = 20;
const least = 4;
const WORDS: Record<Pagination, string> = { pages: 'page numbers', offset: 'limit and offset' };

/**
 * Return All, beside the HTTP Request node's pagination. That gives one item for each page, and
 * splitting those into appointments is not counted.
 */
export async function measureLists(stage: Stage, { rounds }: Plan): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [pagination, words] of Object.entries(WORDS) as Array<[Pagination, string]>) {
		const like = pagination === 'pages' ? 'paged' : pagination;
		const service = await StandIn.start(count, { like, latency, pageSize, nextLink: 'absolute' });
		try {
			const peer = httpRequestPages(service, pagination);
			const { own, other } = await inTurns(rounds, {
				own: async () => await stage.run(service, getAll, [{}]),
				other: async () => await stage.run(service, peer, [{}]),
			});
			const lost = Math.max(...own.map(({ appointments }) => count - appointments));
			rows.push({
				what: `${count.toLocaleString('en')} appointments in ${count / pageSize} pages, by ${words}`,
				own: `${seconds(median(own.map(took)))}${lost > 0 ? `, ${lost} lost` : ''}`,
				others: `HTTP Request node ${seconds(median(other.map(took)))}`,
				times: ratios(own, other, took),
				least,
			});
		} finally {
			await service.stop();
		}
	}
	return rows;
}
