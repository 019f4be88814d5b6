import type { Appointment, Version } from './account';
import { currentTime } from './clock';
import type { Epoch } from './epoch';
import type { Delivery, Oracle } from './oracle';
import type { Said } from './said';
import type { Options } from './circumstances';
import type { World } from './world';

/** A delivery that n8n has acknowledged. */
export interface Acknowledged {
	delivery: Delivery;
	at: number;
	options: Options;
	/** Whether its kind was selected and it passes the filters. */
	isWanted: boolean;
	node: string;
}

/** What runs of the webhook triggers have said, and what they were delivered. */
export class Heard {
	readonly said: Said[] = [];
	readonly acks: Acknowledged[] = [];
	/** When options or filters were edited. */
	editedAt = 0;

	constructor(
		private readonly world: World,
		private readonly oracle: Oracle,
		readonly epoch: Epoch,
	) {}

	acknowledged(delivery: Delivery, options: Options): void {
		const { version, kind, appointment } = delivery.event;
		// With Verify, only the account of the credential counts.
		const isKnown = !options.verify || delivery.account === this.world.accountNow;
		const isSelected = options.events.includes(kind) && passes(appointment, version, options);
		const isWanted = isKnown && isSelected;
		const node = delivery.url.includes('Second') ? 'Second Webhook' : 'Webhook';
		this.acks.push({ delivery, at: currentTime(), options, isWanted, node });
	}

	/** What earlier runs of the same trigger have said. */
	before(said: Said): Said[] {
		return this.said.filter(
			(former) =>
				former.appointment === said.appointment &&
				former.run.node === said.run.node &&
				this.counts(former),
		);
	}

	/** With When Finished, a run that fails is not acknowledged. */
	counts({ run, isCaughtUp }: Said): boolean {
		const isRefused = run.status === 'error' && !isCaughtUp && this.world.optionsNow.whenFinished;
		return !run.isLost && !isRefused;
	}

	/** n8n was killed while a run about the appointment was in progress. */
	isInterrupted({ appointment }: Said): boolean {
		return this.said.some(({ appointment: other, run }) => other === appointment && run.isLost);
	}

	/** A Code node has set static data back, and n8n was started before it saved what is known. */
	isOverwritten({ run }: Said, { run: { at } }: Said): boolean {
		return run.hasCodeNode && this.oracle.isKilledBetween(run.at, at);
	}
}

export function passes(
	{ calendar }: Appointment,
	{ status }: Version,
	{ calendar: wanted, status: statuses }: Options,
): boolean {
	if (wanted !== '' && wanted !== calendar) return false;
	return statuses.length === 0 || statuses.includes(status);
}
