import {
	GRACE_MS,
	observe,
	type Decision,
	type Rules,
} from '../../../nodes/AppointmentScheduling/watching/observe';
import { LAG_MS, storedRow, type Row } from '../../../nodes/AppointmentScheduling/watching/row';
import type { State } from '../../../nodes/AppointmentScheduling/watching/state';
import { beginRun, endRun } from '../../../nodes/AppointmentScheduling/watching/runs';

export const CREATED = 'appointment.created';
export const UPDATED = 'appointment.updated';
export const CANCELED = 'appointment.canceled';
export const ALL = [CREATED, UPDATED, CANCELED];

/** The user's choice: events, statuses, Only When Changed. */
export interface Chosen {
	events: string[];
	statuses?: string[];
	onlyWhenChanged?: Array<'start' | 'status'>;
	whenFinished?: boolean;
}

export const rulesFor = ({ events, statuses, onlyWhenChanged: only = [] }: Chosen): Rules => ({
	isWanted: (event, former, now) => {
		if (!events.includes(event)) return false;
		if (statuses && now.status !== undefined && !statuses.includes(now.status)) return false;
		if (event !== UPDATED || only.length === 0 || !former) return true;
		return only.some(
			(field) =>
				former[field] === undefined || now[field] === undefined || former[field] !== now[field],
		);
	},
	agreement: 'utc',
	graceMs: GRACE_MS,
	lagMs: LAG_MS,
});

export interface Happened {
	at: number;
	event: string;
	status: string | undefined;
	previous: string | undefined;
	isListed: boolean;
	id: number;
}

/** Plays what is observed of one appointment, in seconds, and notes what runs. */
export class History {
	row: Row | undefined;
	readonly runs: Happened[] = [];
	/** The actions, in order. */
	readonly actions: Array<Decision['action']> = [];
	/** Ids of the runs in progress, oldest first. */
	open: number[] = [];
	/** How a run ends at once; undefined if it goes on. */
	ending: 'counts' | 'failed' | undefined = 'counts';
	/** Whether executions reach the trigger at once. */
	isBusy = false;
	private disk: string | undefined;
	private readonly rules: Rules;

	constructor(readonly chosen: Chosen) {
		this.rules = rulesFor(chosen);
	}

	record(second: number, state: State): this {
		return this.take(observe(this.row, { by: 'record', state, at: second * 1000 }, this.rules));
	}

	list(second: number, state: State, isNews = true): this {
		const listed = { by: 'list', state, at: second * 1000, isNews } as const;
		return this.take(observe(this.row, listed, this.rules, this.nextId), second);
	}

	/** @param received in seconds; `second` is undefined if the service sends no timestamps */
	deliver(
		second: number | undefined,
		event: string,
		state: State,
		received = second ?? 0,
		refetched?: 'alike' | 'other',
	): this {
		const at = second === undefined ? undefined : second * 1000;
		const delivered = { by: 'delivery', event, state, at, refetched } as const;
		const receivedAt = received * 1000;
		const decision = observe(this.row, { ...delivered, receivedAt }, this.rules, this.nextId);
		return this.take(decision, received);
	}

	/** The execution of a waiting run reaches the trigger. */
	begin(index = this.open.length - 1): this {
		const id = this.open[index] ?? 0;
		const { row, run } = beginRun(this.row!, id, this.rules.agreement);
		this.row = row;
		const shown = this.runs.find((other) => other.id === id);
		if (shown) shown.previous = run?.previous?.status;
		if (run) return this;
		this.open = this.open.filter((other) => other !== id);
		this.runs.splice(
			this.runs.findIndex((other) => other.id === id),
			1,
		);
		return this;
	}

	end(how: 'counts' | 'failed' | 'undone' = 'counts'): this {
		return this.endUnsaved(how).save();
	}

	endUnsaved(how: 'counts' | 'failed' | 'undone' = 'counts'): this {
		this.row = endRun(this.row!, this.open.shift() ?? 0, how);
		return this;
	}

	save(): this {
		const stored = this.row && storedRow(this.row);
		this.disk = stored && JSON.stringify(stored);
		return this;
	}

	kill(): this {
		this.row = this.disk === undefined ? undefined : JSON.parse(this.disk);
		this.open = [];
		return this;
	}

	/** The runs as text, e.g. "updated PENDING<CONFIRMED*", with a star if a list has shown it. */
	get story(): string {
		return this.runs
			.map(({ event, status = '?', previous, isListed }) => {
				const change = previous === undefined ? '' : `<${previous}`;
				return `${event.replace('appointment.', '')} ${status}${change}${isListed ? '*' : ''}`;
			})
			.join(', ');
	}

	private get nextId(): number {
		return this.actions.length + 1;
	}

	private take({ row, action, run }: Decision, second = 0): this {
		this.row = row;
		this.actions.push(action);
		if (!run) return this;
		this.runs.push({
			at: second,
			event: run.event,
			status: run.status,
			previous: run.previous?.status,
			isListed: run.listedAt !== undefined,
			id: run.id,
		});
		this.open.push(run.id);
		if (!this.isBusy) this.begin();
		return this.ending === undefined ? this : this.end(this.ending);
	}
}
