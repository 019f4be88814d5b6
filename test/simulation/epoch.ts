import type { Account } from './account';
import { currentTime } from './clock';
import type { Oracle } from './oracle';
import type { Listed } from './service';
import type { World } from './world';

/** The time for which a trigger compares one account with what it has recorded at the beginning. */
export class Epoch {
	since = 0;
	/** It is unknown whether the trigger goes on from a state that n8n had saved before. */
	private isVague = false;
	private isOtherAccount = false;
	private readonly begun = new Map<Account, number>();

	constructor(
		private readonly world: World,
		private readonly oracle: Oracle,
	) {}

	begin(): void {
		this.since = currentTime();
		this.isVague = false;
		this.isOtherAccount = false;
		this.begun.set(this.world.accountNow, this.since);
	}

	/** The credential has another account. If the former one was never listed, everything goes on. */
	change(): void {
		const { accountNow, service } = this.world;
		const before = this.begun.get(accountNow);
		const isOther = ({ at, account }: Listed) => at >= (before ?? 0) && account !== accountNow;
		if (before !== undefined && !service.listed.some(isOther)) {
			this.since = before;
			return;
		}
		const wasKilled = this.oracle.isKilledBetween(this.since, currentTime());
		this.begin();
		this.isVague = before !== undefined && wasKilled;
		this.isOtherAccount = true;
	}

	/**
	 * Whether what exists may count as new. n8n does not save which appointments are known from
	 * deliveries only, so after a start one of another account may count as known.
	 */
	isUnclear(trigger: string): boolean {
		const recordedAt = Math.min(this.recordedAt(trigger), currentTime());
		const isForgotten = this.isOtherAccount && this.oracle.isKilledBetween(this.since, recordedAt);
		return this.isVague || isForgotten;
	}

	/** When a trigger has recorded the appointments. */
	recordedAt(trigger: string): number {
		const { accountNow, service } = this.world;
		const isFirst = ({ at, account, node }: Listed) =>
			at >= this.since && account === accountNow && node === trigger;
		return service.listed.find(isFirst)?.at ?? Infinity;
	}
}
