import type { Account, Appointment, Event } from './account';
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

interface Period<T> {
	at: number;
	value: T;
}

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
	/** Which triggers n8n could not register. */
	private readonly activations: Array<Period<string[]>> = [];
	/** When something was wrong with the service. */
	readonly faults: Array<{ from: number; until: number }> = [];
	readonly clockEdits: number[] = [];
	readonly zoneEdits: number[] = [];
	private readonly options: Array<Period<Options>> = [];
	private readonly accounts: Array<Period<Account>> = [];
	/** Since then, everything has worked. */
	private disturbedUntil = 0;

	constructor(options: Options, account: Account) {
		this.edit(options);
		this.choose(account);
	}

	edit(value: Options): void {
		this.options.push({ at: currentTime(), value });
		this.disturb();
	}

	choose(value: Account): void {
		this.accounts.push({ at: currentTime(), value });
		this.disturb();
	}

	/** Something does not work, until then. */
	disturb(until = currentTime()): void {
		this.disturbedUntil = Math.max(this.disturbedUntil, until);
	}

	activate(failed: string[]): void {
		this.activations.push({ at: currentTime(), value: failed });
		this.disturb();
	}

	isRefusedAt(at: number, node: string): boolean {
		return this.activations.findLast((one) => one.at <= at)?.value.includes(node) === true;
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

	/** When the options were edited last, before a moment. */
	editedAt(at: number): number {
		return this.options.findLast((period) => period.at <= at)!.at;
	}

	/** The accounts that the credential had, each from when to when. */
	get periods(): Array<{ account: Account; from: number; to: number }> {
		return this.accounts.map(({ at, value }, index) => ({
			account: value,
			from: at,
			to: this.accounts[index + 1]?.at ?? Infinity,
		}));
	}

	/** Since when nothing has gone wrong, nor changed an appointment. */
	calmSince({ appointments, events }: Account): number {
		const lastArrival = this.arrivals.at(-1);
		const lastDeletion = Math.max(0, ...[...appointments.values()].map(deletionOf));
		return Math.max(
			this.disturbedUntil,
			events.at(-1)?.version.at ?? 0,
			lastDeletion,
			...(lastArrival ? [lastArrival.at] : []),
		);
	}

	isKilledBetween(from: number, to: number): boolean {
		return this.kills.some((at) => at >= from && at <= to);
	}

	isStoppedBetween(from: number, to: number): boolean {
		return this.isKilledBetween(from, to) || this.restarts.some((at) => at >= from && at <= to);
	}
}

const deletionOf = ({ deletedAt }: Appointment): number => (deletedAt === Infinity ? 0 : deletedAt);

export const isAcknowledged = ({ status }: Arrival): boolean =>
	status !== undefined && status < 300;
