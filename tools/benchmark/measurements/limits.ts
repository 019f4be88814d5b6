import { setTimeout as sleep } from 'node:timers/promises';
import { get, httpRequest, itemsOf } from '../contenders';
import { seconds, type Row } from '../report';
import { withService, type Stage } from '../stage';

const LATENCY_MS = 50;
const [READS, QUOTA] = [200, 60];
const COUNT = 500;
/** A quota by the minute: at most two refusals, and 5 % more time than the best possible. */
const MOST_REFUSED = 2;
const MOST_TIME = 1.05;
const MINUTE_MS = 60_000;

/** The service counts by the minute of its clock. */
const nextMinute = async () => await sleep(MINUTE_MS - (Date.now() % MINUTE_MS));

export const measureLimits = async (stage: Stage): Promise<Row[]> => [
	await measureQuota(stage),
	...(await measureCapacities(stage)),
];

/** What one run needs and loses, next to the HTTP Request node with the same requests. */
async function measureQuota(stage: Stage): Promise<Row> {
	const settings = { latency: LATENCY_MS, quota: QUOTA };
	return await withService(stage, settings, READS, async ({ service, run }) => {
		const items = itemsOf(service);
		await nextMinute();
		const peer = await run(httpRequest, items);
		await nextMinute();
		const own = await run(get, items);
		// From the beginning of a minute on, the last ones wait for the fourth.
		const best = (Math.ceil(READS / QUOTA) - 1) * MINUTE_MS;
		return {
			what: `${READS} GETs at ${QUOTA} a minute`,
			own: `${seconds(own.tookMs)}, ${own.refused} refused, ${READS - own.right} lost`,
			others: `best possible ${seconds(best)}; HTTP Request node: ${READS - peer.right} lost`,
			times: [best / own.tookMs],
			least: 1 / MOST_TIME,
			figure: own.refused + (READS - own.right) * READS,
			most: MOST_REFUSED,
		};
	});
}

/** Services that take some at a time, and refuse others with 429 without a time. */
async function measureCapacities(stage: Stage): Promise<Row[]> {
	return await withService(stage, { latency: LATENCY_MS }, COUNT, async ({ service, run }) => {
		const items = itemsOf(service);
		const rows: Row[] = [];
		for (const capacity of [4, 10, 40]) {
			service.set({ capacity });
			const own = await run(get, items);
			const peer = await run(httpRequest, items);
			rows.push({
				what: `${COUNT} GETs, service takes ${capacity} at a time`,
				own: `${seconds(own.tookMs)}, ${own.refused} refused, ${COUNT - own.right} lost`,
				others: `HTTP Request node: ${COUNT - peer.right} lost`,
				figure: COUNT - own.right,
				most: 0,
			});
		}
		return rows;
	});
}
