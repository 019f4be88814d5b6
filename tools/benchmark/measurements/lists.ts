import { getAll, httpRequestPages, pageSize } from '../contenders';
import { inTurns, median, ratios, ROUNDS, seconds, type Row } from '../report';
import { took, withService, type Stage } from '../stage';

const count = 20_000;
const least = 5;

/**
 * Return All, beside the HTTP Request node's pagination. That gives one item for each page, and
 * splitting those into appointments is not counted.
 */
export const measureLists = async (stage: Stage): Promise<Row[]> =>
	await withService(stage, { latency: 20 }, count, async ({ service, run }) => {
		const { own, other } = await inTurns(ROUNDS, {
			own: async () => await run(getAll, [{}]),
			other: async () => await run(httpRequestPages(service), [{}]),
		});
		const lost = Math.max(...own.map(({ appointments }) => count - appointments));
		return [
			{
				what: `${count.toLocaleString('en')} appointments in ${count / pageSize} pages`,
				own: `${seconds(median(own.map(took)))}${lost > 0 ? `, ${lost} lost` : ''}`,
				others: `HTTP Request node ${seconds(median(other.map(took)))}`,
				times: ratios(own, other, took),
				least,
			},
		];
	});
