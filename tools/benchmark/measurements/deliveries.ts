import { newDeliveries, Receivers, type Reception, type TriggerName } from '../receivers';
import type { Plan, Row } from '../report';
import type { Stage } from '../stage';
import { StandIn } from '../standIn';
import { inTurns, median, ratios } from '../turns';

const AT_A_TIME = 8;
/** That the trigger with Catch Up knows. */
const KNOWN = 5_000;
const aSecond = (reception: Reception) => reception.aSecond;

/** Deliveries beside a trigger that only forwards, the least that a community node can do. */
export async function measureDeliveries(
	stage: Stage,
	{ deliveries, rounds }: Plan,
): Promise<Row[]> {
	const service = await StandIn.start(0);
	const watched = await StandIn.start(KNOWN, {}, true);
	try {
		const receivers = await Receivers.start(stage, service, watched);
		const receive = async (trigger: TriggerName, bodies = newDeliveries(deliveries)) =>
			await receivers.rate(trigger, bodies, AT_A_TIME);
		let sent: string[] = [];
		let count = 0;
		const contenders = {
			fresh: async () => {
				sent = newDeliveries(deliveries);
				count += sent.length;
				return await receive('package', sent);
			},
			duplicates: async () => await receive('package', sent),
			watching: async () => await receive('watching'),
			forward: async () => await receive('forward'),
			webhook: async () => await receive('webhook'),
		};
		await inTurns(1, contenders);
		const { fresh, duplicates, watching, forward, webhook } = await inTurns(
			Math.max(rounds, 3),
			contenders,
		);
		const rate = (receptions: Reception[]) => median(receptions.map(aSecond)).toFixed(1);
		const surplus = (await receivers.runs('package')) - count;
		const failures = [fresh, duplicates, watching].flat().map((reception) => reception.failures);
		const flaws = surplus + Math.max(...failures);
		return [
			{
				what: `Deliveries a second, ${AT_A_TIME} at a time`,
				own: `${rate(fresh)}; ${flaws} lost or repeated`,
				others: `a trigger that only forwards ${rate(forward)}, Webhook node ${rate(webhook)}`,
				times: ratios(forward, fresh, aSecond),
				least: 0.9,
			},
			{
				what: `The same with Catch Up and ${KNOWN.toLocaleString('en')} appointments`,
				own: rate(watching),
				others: `without Catch Up ${rate(fresh)}`,
				times: ratios(fresh, watching, aSecond),
				least: 0.85,
			},
			{
				what: 'Duplicates a second',
				own: rate(duplicates),
				others: `new ones ${rate(fresh)}`,
				times: ratios(fresh, duplicates, aSecond),
				least: 1.7,
			},
		];
	} finally {
		await service.stop();
		await watched.stop();
	}
}
