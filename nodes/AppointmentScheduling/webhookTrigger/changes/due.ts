import { MINUTE_MS, NEVER } from '../../service/values/dates';

/** Deliveries may cause a check. So many appointments are ten requests. */
const CHECKED_A_MINUTE = 1_000;

/** When something needs a check before its time. Moments are in ms of a monotonic clock. */
export class Due {
	private checkedAt = NEVER;
	private isNeeded = false;
	/** The account for which a look has last needed a check. */
	private account?: string;

	/** After an edit of the credential at once, and once: no stranger can cause that. */
	soon(account = this.account): void {
		this.isNeeded = true;
		if (account !== this.account) this.checkedAt = NEVER;
		this.account = account;
	}

	/** A check begins. */
	begin(): void {
		this.isNeeded = false;
		this.checkedAt = performance.now();
	}

	/** Once a minute, and with many appointments less often: forged deliveries must not use up the quota. */
	isNow(size: number): boolean {
		const pause = MINUTE_MS * Math.max(1, size / CHECKED_A_MINUTE);
		return this.isNeeded && performance.now() >= this.checkedAt + pause;
	}
}
