import type { IDataObject } from 'n8n-workflow';

import { beginOf, endOf, isSame, latest, stateIn, statesBetween, time, told } from './account';
import { hasRun, type Run, type Story, type Version } from './account';
import { currentTime, HOUR, MINUTE, SECOND } from './clock';
import { eventOf } from './selected';
import type { Execution } from './workflow';
import { POLLING, type Arrival, type World } from './world';

/** "Within seconds", and the minute in which what was reported before decides nothing. */
const [SOON_MS, MINUTE_MS] = [20 * SECOND, 65 * SECOND];

/** The three sentences of docs/each-change.md: everything that lasts runs, once, as the API shows it. */
export class Oracle {
	readonly breaches: string[] = [];
	private readonly runs: Run[] = [];
	private judged = 0;

	constructor(private readonly world: World) {}

	/** After each step. */
	observe(): void {
		const { workflow, arrivals, n8n, account } = this.world;
		for (const execution of workflow.executions.slice(this.judged)) {
			for (const { json } of execution.data.flat()) this.judgeRun(execution, json);
		}
		this.judged = workflow.executions.length;
		for (const arrival of arrivals) if (!arrival.isJudged) this.judgeDelivered(arrival);
		if (!n8n.isRunning || !n8n.isPublished) return;
		for (const { name } of workflow.nodes) {
			if (n8n.failures.includes(name)) continue;
			for (const story of account.stories) this.judgeLasting(name, story);
		}
	}

	private judgeRun({ node, createdAt: at }: Execution, item: IDataObject): void {
		const { accounts, edits, around, hasRestarted, newSince } = this.world;
		const { event, data, previous } = item;
		const text = JSON.stringify(data);
		const story = accounts.flatMap(({ stories }) => stories).find(({ key }) => text.includes(key));
		const number = Number(/"Client (\d+)"/.exec(text)?.[1]);
		const version = story?.versions[number];
		if (!story?.shown.has(text) || !version) return this.breach('runs what is shown', node, text);
		const base = this.baseOf(node, story, at);
		const former = previous ? stateIn(previous as IDataObject) : undefined;
		const own = this.runs.filter((run) => run.node === node && run.story === story);
		this.runs.push({ node, at, story, version, former });
		const said = `${String(event)} ${number}, before ${JSON.stringify(previous)}`;
		const options = edits.filter((_, nth) => (edits[nth + 1]?.at ?? Infinity) > at - 10 * SECOND);
		const isStale = around.lagMs > 0 && endOf(story, version) > at - around.lagMs - SOON_MS;
		if (!options.some((one) => eventOf(node, one.options, former, version) === event)) {
			this.breach('is what it is called, and selected', node, said, story);
		}
		const born = story.versions[0]!.at + around.lagMs + 2 * MINUTE;
		const isOld = node === POLLING && story.isDated && born < newSince(node, at);
		if (isOld && !former) this.breach('creates only what is new', node, said, story);
		const isAgain = hasRun(own, version) && born < at && !hasRestarted(at);
		if (isAgain) this.breach('runs once', node, said, story);
		if (typeof base === 'string' || isStale) return;
		if (version.state <= base.state) this.breach('runs once', node, said, story);
		if (!former) return this.breach('creates only what is new', node, said, story);
		const between = story.versions.filter((one) => one.state >= base.state && one.number < number);
		if (!between.some((one) => isSame(one, former))) {
			this.breach('previous was reported before', node, said, story);
		}
	}

	/** What was delivered runs within seconds. */
	private judgeDelivered(arrival: Arrival): void {
		const { at, version, event, status } = arrival;
		const { around, account, arrivals, forgedAt, troubles } = this.world;
		const [{ story }, end] = [event, at + SOON_MS];
		if (end > currentTime() - SECOND) return;
		arrival.isJudged = true;
		const isCalm = !troubles.some((one) => one.from <= end && one.until >= at - MINUTE);
		const crowd = arrivals.filter((one) => one.at > at - MINUTE && one.at <= end);
		if (status !== 200 || !isCalm || around.quota > 0 || around.lagMs > 5 * SECOND) return;
		const base = this.baseOf('Webhook', story, at);
		const isNext = version.state === (typeof base === 'string' ? 0 : base.state + 1);
		if (around.lagMs > 0 && !isNext) return;
		if (crowd.length > 10 || forgedAt > at - 3 * MINUTE) return;
		if (story.account !== account || endOf(story, version) < end) return;
		const isBack = (one: Version) => one.state < version.state && isSame(one, version);
		const recent = story.versions.filter((one) => endOf(story, one) > at - MINUTE_MS - SOON_MS);
		if (recent.some(isBack) || !this.isOwed('Webhook', story, version, at)) return;
		const has = ({ node, version: one, story: of, at: ran }: Run) =>
			node === 'Webhook' && of === story && one.state >= version.state && ran <= end;
		if (!this.runs.some(has)) this.breach('runs within seconds', 'Webhook', version.number, story);
	}

	/** What lasts runs with the next check or the one after. */
	private judgeLasting(node: string, story: Story): void {
		const { network, troubles, around, account } = this.world;
		const version = latest(story);
		const calm = Math.max(...troubles.map(({ until }) => until));
		const since = Math.max(beginOf(story, version), calm) + around.lagMs + MINUTE_MS;
		const isCheck = ({ node: by, account: of, isWhole, at }: (typeof network.listed)[0]) =>
			by === node && of === account && isWhole && at > since;
		const [, second] = network.listed.filter(isCheck);
		const isOver = second && second.endedAt < currentTime() - SOON_MS;
		if (isOver && this.isOwed(node, story, version))
			this.breach('runs what lasts', node, version.number, story);
	}

	/** Whether whatever the trigger may know makes it report this version. */
	private isOwed(node: string, story: Story, now: Version, at = Infinity): boolean {
		const { edits, points, newSince } = this.world;
		const { options, at: editedAt } = edits.at(-1)!;
		const base = this.baseOf(node, story, at);
		const isNew = base === 'new';
		if (base === 'unsure' || now.start < currentTime() - 40 * HOUR) return false;
		if (isNew && story.versions.some((one) => one.start < one.at - 20 * HOUR)) return false;
		if (!isNew && isSame(base, now)) return false;
		// What is not selected is recorded, so only one change at a time is certain.
		const isAll = node !== POLLING && options.events.length === 3 && options.calendar === '';
		const count = now.state - (isNew ? 0 : base.state);
		if (!isAll && count !== (isNew ? 0 : 1)) return false;
		const begin = beginOf(story, now);
		const isTakenUp = node === POLLING && story.isDated && begin > newSince(node, editedAt);
		const isEdited = begin < editedAt + 10 * SECOND && points[node]!.at(-1)!.at < editedAt;
		if (isEdited && !(isNew && isTakenUp)) return false;
		return eventOf(node, options, isNew ? undefined : base, now) !== undefined;
	}

	/** What a trigger has reported or recorded last. */
	private baseOf(node: string, story: Story, before: number): Version | 'new' | 'unsure' {
		const { points, recordAt, around, isForgotten, edits } = this.world;
		const point = points[node]?.findLast((one) => one.account === story.account && one.at < before);
		const isOwn = (run: Run) => run.node === node && run.story === story && run.at < before;
		const run = this.runs.findLast((one) => isOwn(one) && one.at >= (point?.at ?? 0));
		if (run || !point) return run?.version ?? 'unsure';
		const record = recordAt(node, point);
		const born = story.versions[0]!.at;
		if (!record || !point.isSure || record.endedAt > before - 5 * SECOND) return 'unsure';
		// Polls forget what n8n has not saved, and filters hide what they leave out.
		const isHidden = edits.some(({ options }) => options.calendar !== '');
		const polled = node === POLLING && (isForgotten(born) || (isHidden && born < record.endedAt));
		if (polled) return 'unsure';
		if (born > record.endedAt) return 'new';
		const from = record.at - around.lagMs - 2 * SECOND;
		const [version, ...others] = statesBetween(story, from, record.endedAt);
		const isListed = version && born < from && version.start > record.at - 46 * HOUR;
		return isListed && others.length === 0 ? version : 'unsure';
	}

	private breach(rule: string, node: string, said: unknown, story?: Story): void {
		const line = `${node} ${rule} [${time(currentTime())}]: ${String(said)}`;
		this.breaches.push(`${line}; ${story ? told(story) : ''}`);
	}
}
