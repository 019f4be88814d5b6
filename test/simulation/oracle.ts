import type { IDataObject } from 'n8n-workflow';

import type { Appointment, Version } from './account';
import { Changes } from './changes';
import { currentTime, latestLeap, MINUTE, SECOND } from './clock';
import { judgeAnnounced, judgeMoment } from './moments';
import { POLLING, type World } from './world';
import type { Execution } from './workflow';

/** What an item says. */
export interface Said {
	node: string;
	execution: Execution;
	item: IDataObject;
	kind: string;
	appointment: Appointment;
	version: Version;
	/** The appointment is said to be canceled because the API does not show it any more. */
	isGone: boolean;
	at: number;
}

const isMoment = (polled: string): boolean => ['startsSoon', 'ended'].includes(polled);
/** By key, looks at what was delivered and what a list lacks. */
const MOST_ASKED = 480;

/** Checks what is promised, and notes each breach. */
export class Oracle {
	readonly breaches: string[] = [];
	readonly said: Said[] = [];
	private readonly changes: Changes;
	private executions = 0;
	private lists = 0;

	constructor(readonly world: World) {
		this.changes = new Changes(this);
	}

	breach = (rule: string, node: string, one?: Appointment | Said): void => {
		const { appointment = one, at = currentTime(), kind, item } = one as Said;
		const run = kind && `${kind}, previous ${JSON.stringify(item.previous)}`;
		const story = storyOf(appointment as Appointment);
		this.breaches.push([`${rule} [${time(at)}]: ${node}`, run, story].filter(Boolean).join('; '));
	};

	saidOf = (node: string, appointment: Appointment): Said[] =>
		this.said.filter((one) => one.node === node && one.appointment === appointment);

	/** After each step. */
	observe(isEnd = false): void {
		const { world, changes } = this;
		const { workflow, optionsNow, n8n } = world;
		for (const execution of workflow.executions.slice(this.executions)) this.judge(execution);
		this.executions = workflow.executions.length;
		const arrivals = world.arrivals.filter(({ isJudged }) => !isJudged);
		for (const arrival of arrivals) {
			if (arrival.at > currentTime() - 20 * SECOND && !isEnd) continue;
			arrival.isJudged = true;
			changes.judgeDelivered(arrival);
		}
		if (n8n.isRunning && n8n.isPublished) {
			for (const { name } of workflow.nodes) {
				const isPolling = name === POLLING;
				if (!isPolling || !isMoment(optionsNow.polled)) {
					changes.judgeOpen(name);
					this.judgeChecks(name);
				}
			}
			if (isMoment(optionsNow.polled)) this.judgeLists();
		}
		if (world.service.mostAsked > MOST_ASKED) {
			this.breaches.push(`looks are bounded: ${world.service.mostAsked} within a minute`);
			world.service.mostAsked = 0;
		}
	}

	/** In the end, each trigger has one webhook, and static data is small. */
	conclude(): void {
		this.observe(true);
		const {
			accountNow,
			workflow,
			accounts,
			executions = workflow.executions,
		} = this.world as World & { executions?: Execution[] };
		for (const { name } of workflow.nodes) {
			const own = accountNow.webhooks.filter(({ url }) => url.includes(`path-of-${name}/`));
			if (name !== POLLING && own.length !== 1) {
				this.breaches.push(`a trigger has one webhook: ${name} has ${own.length}`);
			}
		}
		const rows = accounts.reduce((sum, { appointments }) => sum + appointments.size, 0);
		// In queue mode, what was emitted last is stored until the next change.
		const emitted = 20 * executions.length + 400 * Math.min(executions.length, 30);
		const most = 4_000 + 300 * rows * workflow.nodes.length + emitted;
		const { storedBytes } = workflow;
		if (storedBytes > most) this.breaches.push(`static data is bounded: ${storedBytes} bytes`);
	}

	private judge(execution: Execution): void {
		const { node, mode, data, createdAt: at } = execution;
		for (const { json: item } of data.flat()) {
			const said = this.read(item, { node, execution, at });
			if (mode === 'webhook') this.breaches.push(`a delivery started ${JSON.stringify(item)}`);
			else if (!said) this.breaches.push(`what runs exists: ${JSON.stringify(item)}`);
			else if (isMoment(said.kind)) judgeMoment(this, said);
			else this.changes.judge(said);
			if (said) this.said.push(said);
		}
	}

	private read(
		item: IDataObject,
		about: Pick<Said, 'node' | 'execution' | 'at'>,
	): Said | undefined {
		const data = (item.data ?? {}) as IDataObject;
		const key = String(data.appointment_key).toLowerCase();
		const account = this.world.accounts.find(({ appointments }) => appointments.has(key));
		const appointment = account?.appointments.get(key);
		if (!appointment) return undefined;
		const isGone = data.revision === undefined;
		const version = appointment.versions.at(isGone ? -1 : Number(data.revision))!;
		return { ...about, item, kind: String(item.event), appointment, version, isGone };
	}

	/** Each list announces what is due. */
	private judgeLists(): void {
		const { service, edits, accountNow, isZoneWrong, isCalm } = this.world;
		for (; this.lists < service.listed.length; this.lists += 1) {
			const list = service.listed[this.lists]!;
			if (list.endedAt > currentTime() - MINUTE) return;
			const isJudged = list.node === POLLING && list.at > edits.at(-1)!.at && !isZoneWrong;
			if (!isJudged || list.account !== accountNow) continue;
			if (!isCalm(list.at - MINUTE, list.endedAt + MINUTE)) continue;
			for (const one of accountNow.appointments.values()) judgeAnnounced(this, list, one);
		}
	}

	/** Checks go on. */
	private judgeChecks(node: string): void {
		const { service, isCalm, intervalOf, isTokenValid, n8n } = this.world;
		const since = currentTime() - 2 * intervalOf(node) - 10 * MINUTE - 2 * latestLeap();
		if (!isTokenValid || n8n.failures.length > 0) return;
		if (!isCalm(since, currentTime())) return;
		if (!service.listed.some((list) => list.node === node && list.at > since)) {
			this.breaches.push(`checks go on [${time(currentTime())}]: ${node}`);
		}
	}
}

/** One line that tells the story of an appointment. */
const storyOf = ({ key, versions, deletedAt }: Appointment): string =>
	`${key}: ${versions
		.map(
			(one) => `${one.number}) ${time(one.at)} ${one.status} ${one.calendar} at ${time(one.start)}`,
		)
		.join(', ')}${deletedAt < Infinity ? `, deleted ${time(deletedAt)}` : ''}`;

export const time = (ms: number): string =>
	Number.isFinite(ms) ? new Date(ms).toISOString().slice(5, 19) : String(ms);
