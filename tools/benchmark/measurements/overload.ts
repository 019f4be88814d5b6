import { addressOf, bare, get, httpRequest } from '../contenders';
import { machineCells, machineColumns } from './gets';
import { atLeast, atMost, rounded, seconds, type Plan, type Section } from '../report/report';
import type { Contender, Run, Stage } from '../stage';
import { StandIn } from '../standIn';
import { inTurns, median, middle } from './turns';

const capacity = 4;
const latency = 20;
const count = 500;
const best = (capacity * 1000) / latency;

/** A service that refuses what goes beyond four requests at a time. */
export async function measureOverload(stage: Stage, plan: Plan): Promise<Section> {
	const service = await StandIn.start(count, { latency, capacity });
	const items = service.keys.map((key) => ({ key, url: addressOf(service, key) }));
	const once = (contender: Contender) => async () => await stage.run(service, contender, items);
	try {
		const runs = await inTurns(plan.quick ? 2 : plan.rounds, {
			package: once(get()),
			httpRequest: once(httpRequest),
			told: once(bare(capacity)),
		});
		const rate = ({ tookMs }: Run) => (count * 1000) / tookMs;
		const lost = ({ right }: Run) => count - right;
		const refusals = ({ refused }: Run) => refused;
		const share = median(runs.package.map((run) => rate(run) / best));
		const reachable = median(runs.told.map((run) => rate(run) / best));
		const names = {
			package: 'this package, not told',
			httpRequest: 'HTTP Request node',
			told: 'bare helper, told to send 4 at a time',
		};
		const lostByPeer = middle(runs.httpRequest, lost);
		return {
			title: 'A service that takes four at a time',
			text: `500 GETs from a service that takes ${latency} ms for each and answers 429 to what goes beyond ${capacity} at a time: at best ${best} a second. The bare helper, told that number beforehand, reaches ${reachable.toFixed(2)} of that: it reads the credential for every request, and its requests come in convoys.`,
			tables: [
				{
					columns: ['Node', 'Took', 'Items a second', 'Refusals', ...machineColumns],
					rows: (Object.keys(names) as Array<keyof typeof names>).map((name) => [
						names[name],
						seconds(middle(runs[name], ({ tookMs }) => tookMs)),
						rounded(middle(runs[name], rate)),
						rounded(middle(runs[name], refusals)),
						...machineCells(runs[name], lost),
					]),
				},
			],
			charts: [],
			verdicts: [
				atMost('Four at a time: items lost', Math.max(...runs.package.map(lost)), 0),
				atLeast('Four at a time: share of the best rate', share, 0.8),
			],
			summary: [
				[
					'500 GETs from a service that takes 4 at a time',
					`none lost, ${Math.round(share * 100)} % of its best rate`,
					`HTTP Request node: ${Math.round(lostByPeer)} of 500 failed`,
				],
			],
			scale: [],
		};
	} finally {
		await service.stop();
	}
}
