import {
	GRACE_MS,
	observe,
	type Delivered,
	type Listed,
	type Rules,
} from '../../../../nodes/AppointmentScheduling/watching/former/observe';
import {
	LAG_MS,
	storedRow,
	type Row,
	type Run,
} from '../../../../nodes/AppointmentScheduling/watching/former/row';
import type { State } from '../../../../nodes/AppointmentScheduling/watching/former/state';
import { beginRun, endRun } from '../../../../nodes/AppointmentScheduling/watching/former/runs';

export const CREATED = 'appointment.created';
export const UPDATED = 'appointment.updated';
export const CANCELED = 'appointment.canceled';
export const ALL = [CREATED, UPDATED, CANCELED];

/** The user's choice: events, statuses, Only When Changed. */
export interface Chosen {
	events: string[];
	statuses?: string[];
	onlyWhenChanged?: Array<'start' | 'status'>;
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

/** Plays what is observed of one appointment, in seconds, and notes what runs. */
export class History {
	/** How a run ends at once; undefined if it goes on. */
	ending: 'counts' | 'failed' | undefined = 'counts';
	/** Whether executions reach the trigger at once. */
	isBusy = false;
	private row: Row | undefined;
	private runs: Run[] = [];
	/** Ids of the runs in progress, oldest first. */
	private open: number[] = [];
	private disk: string | undefined;
	private observed = 0;
	private readonly rules: Rules;

	constructor(chosen: Chosen) {
		this.rules = rulesFor(chosen);
	}

	record(second: number, state: State): this {
		return this.take({ by: 'record', state, at: second * 1000 });
	}

	list(second: number, state: State): this {
		return this.take({ by: 'list', state, at: second * 1000, isNews: true });
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
		const receivedAt = received * 1000;
		return this.take({ by: 'delivery', event, state, at, refetched, receivedAt });
	}

	/** The execution of a waiting run reaches the trigger. */
	begin(index = this.open.length - 1): this {
		const id = this.open[index] ?? 0;
		const { row, run } = beginRun(this.row!, id, this.rules.agreement);
		this.row = row;
		this.runs = this.runs.flatMap((other) => (other.id === id ? (run ?? []) : other));
		if (!run) this.open = this.open.filter((other) => other !== id);
		return this;
	}

	end(how: 'counts' | 'failed' | 'undone' = 'counts'): this {
		this.row = endRun(this.row!, this.open.shift() ?? 0, how);
		return this.save();
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
			.map(({ event, status = '?', previous, listedAt }) => {
				const change = previous?.status === undefined ? '' : `<${previous.status}`;
				const star = listedAt === undefined ? '' : '*';
				return `${event.replace('appointment.', '')} ${status}${change}${star}`;
			})
			.join(', ');
	}

	private take(observed: Listed | Delivered): this {
		this.observed += 1;
		const { row, run } = observe(this.row, observed, this.rules, this.observed);
		this.row = row;
		if (!run) return this;
		this.runs.push(run);
		this.open.push(run.id);
		if (!this.isBusy) this.begin();
		return this.ending === undefined ? this : this.end(this.ending);
	}
}
