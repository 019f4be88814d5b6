import { Bounds } from './bounds';
import { currentTime, MINUTE } from './clock';
import type { About } from './conditions';
import { isExcused } from './excuses';
import { LAG_MS } from './knowledge';
import { judgeAcknowledged, judgeMissed } from './lossRules';
import { judgeAnnounced, STARTED_MS } from './momentRules';
import { Past } from './past';
import { isMoment } from './reports';
import { judgeRun } from './runRules';
import { saidBy, storyOf, time } from './said';
import { POLLING } from './triggers';
import type { World } from './world';

const CHECKS = 3;

/** Checks what is promised, and notes each breach. */
export class Oracle {
	readonly breaches: string[] = [];
	readonly bounds: Bounds;
	readonly past: Past;
	private runs = 0;
	private lists = 0;

	constructor(private readonly world: World) {
		this.bounds = new Bounds(world);
		this.past = new Past(world);
	}

	breach = (rule: string, about: About | string): void => {
		const isText = typeof about === 'string';
		if (!isText && isExcused(rule, about)) return;
		this.breaches.push(`${rule} [${time(currentTime())}]: ${isText ? about : tell(about)}`);
	};

	/** After each step. */
	observe(): void {
		this.judgeRuns();
		if (this.isPolled) this.judgeLists();
		this.bounds.observe();
		this.afterCalm();
	}

	/** Once everything has ended: what was acknowledged has run, and the state of each appointment is known. */
	conclude(): void {
		this.judgeRuns();
		for (const arrival of this.world.facts.arrivals) judgeAcknowledged(this.past, arrival);
		for (const name of this.watching) judgeMissed(this.past, name);
	}

	private get isPolled(): boolean {
		return this.world.workflow.nodes.some(({ name }) => name === POLLING);
	}

	/** The triggers that compare. */
	private get watching(): string[] {
		const { optionsNow, triggersOfWebhook } = this.world;
		return [
			...(optionsNow.catchUp === 'off' ? [] : triggersOfWebhook),
			...(this.isPolled && !isMoment(optionsNow.polled) ? [POLLING] : []),
		];
	}

	private judgeRuns(): void {
		const { workflow, accounts } = this.world;
		for (; this.runs < workflow.runs.length; this.runs += 1) {
			const run = workflow.runs[this.runs]!;
			if (run.execution.mode === 'retry') continue;
			const said = saidBy(run, accounts);
			if (said && (said.isCaughtUp || said.event || run.node === POLLING)) {
				judgeRun(this.past, said);
				this.past.said.push(said);
			} else this.breach('what runs has happened', JSON.stringify(run.item));
		}
	}

	/** Each list announces what is due. */
	private judgeLists(): void {
		const { service, optionsNow, facts, isZoneWrong, accountNow } = this.world;
		const since = this.past.polledSince;
		for (; this.lists < service.listed.length; this.lists += 1) {
			const list = service.listed[this.lists]!;
			if (list.endedAt > currentTime() - STARTED_MS) return;
			const isJudged =
				list.node === POLLING && list.at > since && list.account === accountNow && !isZoneWrong;
			if (!isJudged || !isMoment(optionsNow.polled)) continue;
			if (facts.isStoppedBetween(list.at - MINUTE, list.endedAt + STARTED_MS)) continue;
			if (facts.editedAt(list.at) !== facts.editedAt(currentTime())) continue;
			for (const one of list.account.appointments.values()) judgeAnnounced(this.past, list, one);
		}
	}

	/** What lasts is reported within three checks or polls, and not only in the end. */
	private afterCalm(): void {
		const { n8n, facts, service, accountNow } = this.world;
		if (!n8n.isPublished || !n8n.isRunning || n8n.failures.length > 0) return;
		const since = facts.calmSince(accountNow) + LAG_MS;
		for (const name of this.watching) {
			const own = service.listed.filter(({ node, at }) => node === name && at > since);
			const isChecked = own.length > CHECKS && own[CHECKS]!.endedAt < currentTime() - MINUTE;
			if (isChecked) judgeMissed(this.past, name);
		}
	}
}

function tell({ said, former, node, version, at, appointment }: About): string {
	const run = said && `${said.kind} of ${time(said.at)}, previous ${JSON.stringify(said.previous)}`;
	const again = former && `after ${former.kind} of ${time(former.at)}`;
	const state = `${node}, version ${version.number} at ${time(at)}; ${storyOf(appointment)}`;
	return [run, again, state].filter(Boolean).join(', ');
}
