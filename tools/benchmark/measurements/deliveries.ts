import { forgetPeak, peakMemory } from './memory';
import { newDeliveries, Receivers, type Reception, type TriggerName } from '../receivers';
import {
	atLeast,
	atMost,
	million,
	rounded,
	type Chart,
	type Plan,
	type Section,
} from '../report/report';
import type { Stage } from '../stage';
import { StandIn } from '../standIn';
import { inTurns, middle, ratio } from './turns';

const usual = 8;
/** That the trigger with Catch Up knows. */
const KNOWN = 5_000;
const names = {
	package: 'this package',
	duplicates: 'this package, duplicates',
	watching: 'this package, Catch Up',
	forward: 'trigger that only forwards',
	webhook: 'Webhook node',
};
type Name = keyof typeof names;
const plotted: Name[] = ['package', 'watching', 'forward', 'webhook'];
const aSecond = (reception: Reception) => reception.aSecond;

interface Received extends Reception {
	peakMb: number;
}

interface Measured {
	atATime: number;
	receptions: Record<Name, Received[]>;
}

/** Deliveries taken in, beside a trigger that only forwards and n8n's Webhook node. */
export async function measureDeliveries(stage: Stage, plan: Plan): Promise<Section> {
	const service = await StandIn.start(0);
	const watched = await StandIn.start(KNOWN, {}, true);
	try {
		const receivers = await Receivers.start(stage, service, watched);
		const bench = new Bench(stage, receivers, plan.deliveries);
		await bench.measure(usual, 1);
		const main = await bench.measure(usual, plan.rounds);
		const measured = [main];
		if (!plan.quick) {
			for (const atATime of [1, 16, 50]) measured.push(await bench.measure(atATime, 1));
		}
		const doubled = (await bench.runs()) - bench.delivered;
		return sectionOf(main, measured, doubled);
	} finally {
		await service.stop();
		await watched.stop();
	}
}

class Bench {
	/** New deliveries so far. */
	delivered = 0;
	private last: string[] = [];

	constructor(
		private readonly stage: Stage,
		private readonly receivers: Receivers,
		private readonly count: number,
	) {}

	async measure(atATime: number, rounds: number): Promise<Measured> {
		const fresh = (trigger: TriggerName) => async () => {
			const bodies = newDeliveries(this.count);
			if (trigger === 'package') {
				this.last = bodies;
				this.delivered += bodies.length;
			}
			return await this.receive(trigger, bodies, atATime);
		};
		const receptions = await inTurns(rounds, {
			package: fresh('package'),
			duplicates: async () => await this.receive('package', this.last, atATime),
			watching: fresh('watching'),
			forward: fresh('forward'),
			webhook: fresh('webhook'),
		});
		return { atATime, receptions };
	}

	async runs(): Promise<number> {
		return await this.receivers.runs('package');
	}

	private async receive(trigger: TriggerName, bodies: string[], atATime: number) {
		await forgetPeak(this.stage.n8n.pid);
		const reception = await this.receivers.rate(trigger, bodies, atATime);
		return { ...reception, peakMb: await peakMemory(this.stage.n8n) };
	}
}

function sectionOf(main: Measured, measured: Measured[], doubled: number): Section {
	const { receptions } = main;
	const toForward = ratio(receptions.package, receptions.forward, aSecond);
	const toNew = ratio(receptions.duplicates, receptions.package, aSecond);
	const toPlain = ratio(receptions.watching, receptions.package, aSecond);
	const rate = (name: Name) => rounded(middle(receptions[name], aSecond));
	return {
		title: `Deliveries, ${usual} at a time`,
		text: `Notifications of new appointments, each answered when n8n has created its run; duplicates are the same bytes again and start none. With Catch Up, ${KNOWN} appointments are stored. The trigger that only forwards is the least that a node of a community package can do.`,
		tables: [
			{
				columns: ['At a time', 'Trigger', 'A second', 'Peak memory', 'Failures'],
				rows: measured.flatMap(rowsOf),
			},
		],
		charts: [chart(measured)],
		verdicts: [
			atLeast(
				'Deliveries: rate against a trigger that only forwards',
				toForward.median,
				0.85,
				toForward.spread,
			),
			atLeast(
				`Deliveries with Catch Up and ${KNOWN} appointments: rate against that without`,
				toPlain.median,
				0.85,
				toPlain.spread,
			),
			atLeast('Duplicates: rate against new ones', toNew.median, 2, toNew.spread),
			atMost('Deliveries: runs too many or too few', Math.abs(doubled), 0),
		],
		summary: [
			[
				`Deliveries a second, ${usual} at a time`,
				`${rate('package')}; duplicates ${rate('duplicates')}; with Catch Up ${rate('watching')}`,
				`a trigger that only forwards ${rate('forward')}, Webhook node ${rate('webhook')}`,
			],
		],
		scale: [
			[
				`Deliveries, ${usual} at a time, each run written to SQLite`,
				`${rate('package')} a second`,
				`a million in ${million(middle(receptions.package, aSecond))}`,
			],
		],
	};
}

function rowsOf({ atATime, receptions }: Measured): string[][] {
	return (Object.keys(names) as Name[]).map((name) => [
		String(atATime),
		names[name],
		rounded(middle(receptions[name], aSecond)),
		`${Math.round(middle(receptions[name], ({ peakMb }) => peakMb))} MB`,
		String(Math.max(...receptions[name].map(({ failures }) => failures))),
	]);
}

function chart(measured: Measured[]): Chart {
	const grown = [...measured].sort((a, b) => a.atATime - b.atATime);
	return {
		title: 'Deliveries',
		unit: 'a second',
		foot: 'at a time',
		kind: 'lines',
		series: plotted.map((name) => ({
			name: names[name],
			points: grown.map(({ atATime, receptions }) => ({
				at: atATime,
				value: middle(receptions[name], aSecond),
			})),
		})),
	};
}
