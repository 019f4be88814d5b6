import type { Account, Event } from './account';
import type { Options } from './circumstances';
import { currentTime } from './clock';

/** An event on its way to one URL. */
export interface Delivery {
	event: Event;
	account: Account;
	url: string;
	isAcknowledged: boolean;
	/** The service has given it up. */
	isLost: boolean;
}

/** One attempt to deliver an event. */
export interface Arrival {
	delivery: Delivery;
	node: string;
	at: number;
	/** When n8n had responded, with this status. Undefined if it never did. */
	endedAt: number;
	status: number | undefined;
	options: Options;
	processor: number;
	/** Nothing was wrong with the service and n8n. */
	isHealthy: boolean;
}

/** What somebody has chosen, or what failed, from a moment on. */
type Periods<T> = Array<{ at: number; value: T }>;

const within = (times: number[], from: number, to: number) =>
	times.some((at) => at >= from && at <= to);

/** What has happened, besides what the service and n8n note themselves. */
export class Facts {
	readonly arrivals: Arrival[] = [];
	/** When n8n was killed, and when it was stopped in order. */
	readonly kills: number[] = [];
	readonly restarts: number[] = [];
	/** When n8n began to stop in order, or to leave the triggers to another process. */
	readonly stops: number[] = [];
	/** When a workflow that was not published was published. */
	readonly published: number[] = [];
	readonly unpublished: number[] = [];
	/** When something was wrong with the service. */
	readonly faults: Array<{ from: number; until: number }> = [];
	readonly clockEdits: number[] = [];
	readonly zoneEdits: number[] = [];
	/** Which triggers n8n could not register. */
	private readonly refused: Periods<string[]> = [];
	private readonly options: Periods<Options> = [];
	private readonly accounts: Periods<Account> = [];
	/** Since then, everything has worked. */
	private disturbedUntil = 0;

	constructor(options: Options, account: Account) {
		this.edit(options);
		this.choose(account);
	}

	edit(options: Options): void {
		this.note(this.options, options);
	}

	choose(account: Account): void {
		this.note(this.accounts, account);
	}

	activate(refused: string[]): void {
		this.note(this.refused, refused);
	}

	/** Something does not work, until then. */
	disturb(until = currentTime()): void {
		this.disturbedUntil = Math.max(this.disturbedUntil, until);
	}

	isRefusedAt(at: number, node: string): boolean {
		return this.refused.findLast((one) => one.at <= at)?.value.includes(node) === true;
	}

	optionsAt(at: number): Options {
		return (this.options.findLast((period) => period.at <= at) ?? this.options[0]!).value;
	}

	/** Since when Catch Up has been on, without an end before a moment. */
	caughtUpSince(at: number): number {
		const before = this.options.filter((period) => period.at <= at);
		const off = before.findLastIndex(({ value }) => value.catchUp === 'off');
		return before[off + 1]?.at ?? 0;
	}

	/** When what somebody chose was edited last. */
	since(choice: (options: Options) => unknown): number {
		const edited = this.options.findLast(({ value }, index) => {
			const before = this.options[index - 1]?.value ?? value;
			return choice(before) !== choice(value);
		});
		return edited?.at ?? 0;
	}

	/** When the options were edited last, before a moment. */
	editedAt(at: number): number {
		return this.options.findLast((period) => period.at <= at)!.at;
	}

	/** The accounts that the credential had, each from when to when. */
	get periods(): Array<{ account: Account; from: number; to: number }> {
		return this.accounts.map(({ at: from, value: account }, index) => {
			const { at: to } = this.accounts[index + 1] ?? { at: Infinity };
			return { account, from, to };
		});
	}

	/** Since when nothing has gone wrong, nor changed an appointment. */
	calmSince({ appointments, events }: Account): number {
		const deletions = [...appointments.values()].map(({ deletedAt }) => deletedAt);
		return Math.max(
			this.disturbedUntil,
			events.at(-1)?.version.at ?? 0,
			this.arrivals.at(-1)?.at ?? 0,
			...deletions.filter(Number.isFinite),
		);
	}

	isKilledBetween(from: number, to: number): boolean {
		return within(this.kills, from, to);
	}

	isStoppedBetween(from: number, to: number): boolean {
		return within([...this.kills, ...this.restarts], from, to);
	}

	private note<T>(periods: Periods<T>, value: T): void {
		periods.push({ at: currentTime(), value });
		this.disturb();
	}
}

export const isAcknowledged = ({ status }: Arrival): boolean =>
	status !== undefined && status < 300;
