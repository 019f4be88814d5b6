import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';

import { pauses } from '../../concurrency/wait';
import { connect } from '../../n8n/connect';
import type { Appointment } from '../../service/appointment';
import type { Client } from '../../service/client';
import type { Change } from '../../watching/book';
import { isSameState, previousOf, type Rules } from '../../watching/difference';
import { withReadable } from '../../watching/item';
import { warnOnceAnHour } from '../../watching/warnings';
import { Runs, type Known } from './runs';

/** Compares what reads show with what is known, and starts executions for what has changed. */
export class Watch {
	readonly runs: Runs;
	/** Of the account. Known from the first request on. */
	private zone: string | undefined;

	constructor(
		readonly context: ITriggerFunctions,
		private readonly rules: Rules,
		readonly known: Known,
	) {
		this.runs = new Runs(context, known);
	}

	get isClosed(): boolean {
		return this.runs.isClosed;
	}

	async connect(): Promise<Client> {
		const client = await connect(this.context);
		this.zone = client.zone;
		return client;
	}

	async compareAll(shown: Appointment[], readAt: number): Promise<void> {
		const pause = pauses();
		for (const appointment of shown) {
			await pause();
			await this.runs.ready();
			this.compare(appointment, readAt);
		}
	}

	/** @returns whether the read has shown something new, also if that starts no execution */
	compare(appointment: Appointment, readAt: number): boolean {
		if (this.isClosed) return false;
		const { book } = this.known;
		const before = book.stateOf(appointment.key);
		const change = book.observe(appointment, readAt, this.rules);
		if (change) this.runs.add(change.id, this.itemOf(change, appointment));
		const now = book.stateOf(appointment.key);
		return !before || !now || !isSameState(before, now);
	}

	warn = (problem: string, error?: unknown): void => warnOnceAnHour(this.context, problem, error);

	private itemOf({ event, before }: Change, { data }: Appointment): IDataObject {
		const timestamp = new Date().toISOString();
		const json = { event: `appointment.${event}`, timestamp, data };
		const item = withReadable(json, this.zone);
		return event === 'created' ? item : { ...item, previous: previousOf(before) };
	}
}
