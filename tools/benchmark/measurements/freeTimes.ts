import { getAll, getFreeTimes } from '../contenders';
import { inTurns, median, ROUNDS, seconds, type Row } from '../report';
import { took, withService, type Stage } from '../stage';

const count = 5_000;
const MOST_MS = 100;

/** Free times of a year, beside the list of the same appointments, which both read. */
export const measureFreeTimes = async (stage: Stage): Promise<Row[]> => {
	const dialect = { pagination: 'pages', count: 'exact', pageSize: 100 } as const;
	return await withService(stage, dialect, count, async ({ run, service }) => {
		const { calendar } = service.appointments.list()[0]!;
		const { free, list } = await inTurns(ROUNDS, {
			free: async () => await run(getFreeTimes(calendar.calendar_key), [{}]),
			list: async () => await run(getAll, [{}]),
		});
		const figure = Math.max(0, median(free.map(took)) - median(list.map(took)));
		return [
			{
				what: `Free times of a year, ${count.toLocaleString('en')} appointments`,
				own: seconds(median(free.map(took))),
				others: `Get Many of the same ${seconds(median(list.map(took)))}; difference in ms:`,
				figure,
				most: MOST_MS,
			},
		];
	});
};
