import { getAll, httpRequestPages, pageSize, type Pagination } from '../contenders';
import { inTurns, median, ratios, ROUNDS, seconds, type Row } from '../report';
import { took, withService, type Stage } from '../stage';

const count = 20_000;
const least = 10;
const WORDS: Array<[Pagination, string]> = [
	['pages', 'page numbers'],
	['offset', 'limit and offset'],
];

/**
 * Return All, beside the HTTP Request node's pagination. That gives one item for each page, and
 * splitting those into appointments is not counted.
 */
export async function measureLists(stage: Stage): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [pagination, words] of WORDS) {
		const dialect = { pagination, count: 'exact', latency: 20, pageSize } as const;
		const [own, other] = await withService(stage, dialect, count, async ({ service, run }) => {
			const runs = await inTurns(ROUNDS, {
				own: async () => await run(getAll, [{}]),
				other: async () => await run(httpRequestPages(service, pagination), [{}]),
			});
			return [runs.own, runs.other];
		});
		const lost = Math.max(...own.map(({ appointments }) => count - appointments));
		rows.push({
			what: `${count.toLocaleString('en')} appointments in ${count / pageSize} pages, by ${words}`,
			own: `${seconds(median(own.map(took)))}${lost > 0 ? `, ${lost} lost` : ''}`,
			others: `HTTP Request node ${seconds(median(other.map(took)))}`,
			times: ratios(own, other, took),
			least,
		});
	}
	return rows;
}
