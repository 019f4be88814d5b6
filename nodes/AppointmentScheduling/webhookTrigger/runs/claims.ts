import { sleep } from 'n8n-workflow';

import { keepLatest } from '../../watching/keepLatest';
import type { ClaimStore } from './claimStore';

/** Longer than a process takes to read the stored keys and write them back. After a slow write, wait again. */
const SETTLE_MS = 150;
/** Long enough to confirm the entry of the owner. */
const LATECOMER_MS = 8 * SETTLE_MS;
const LATEST_MS = 10_000;
const MOST_ROUNDS = 5;
/** How often an owner reads the store, from its claim to its record. */
const MOST_READS = MOST_ROUNDS + 2;
const MOST_DECIDED = 1_000;
/** Long enough that another process does not undo it, and shorter than until the next change. */
const STATE_KEPT_MS = 1_500;

/** The states of an appointment, as entries of n8n's store. */
export interface StateChange {
	state: string;
	former: string | undefined;
}

/** Of a run in another process; it stays `begun` if that process was killed. */
export type Progress = 'none' | 'begun' | 'ended';

const endOf = (state: string): string => `${state} ended`;

/**
 * Decides which of several copies of a delivery runs, between processes that share nothing but
 * n8n's store of processed keys. That store is read and written as a whole, so a write may undo
 * another one. So each process claims the delivery, waits until the writes have settled, and
 * checks whose claim remains. The owner of the claim records the run. The others check later and
 * drop their copy only if they find that record. When unsure, run.
 */
export class Claims {
	private readonly deciding = new Map<string, Promise<boolean>>();
	/** By key, the copy that this process ran; oldest first. */
	private readonly decided = new Map<string, string>();

	constructor(readonly store: ClaimStore) {}

	/**
	 * @param token this copy of the delivery, the same when n8n hands it to another worker
	 * @throws if n8n's store keeps failing
	 */
	async mayRun(key: string, token: string): Promise<boolean> {
		for (let other = this.deciding.get(key); other; other = this.deciding.get(key)) {
			await other.catch(() => undefined);
		}
		const known = this.decided.get(key);
		if (known !== undefined) return known === token;
		const decision = this.decide(key, token).finally(() => this.deciding.delete(key));
		this.deciding.set(key, decision);
		return await decision;
	}

	/** A run about the change begins, unless it turns out to be a copy. @throws if n8n's store keeps failing */
	async begin({ state }: StateChange): Promise<void> {
		await this.store.enter([state]);
		this.store.keep(state, STATE_KEPT_MS);
	}

	/** The former state is forgotten, because it may come back. @throws if n8n's store keeps failing */
	async leave({ state, former }: StateChange): Promise<void> {
		if (former === undefined || former === state) return;
		const remove = async () => await this.store.remove([former, endOf(former)]);
		await remove();
		// Another process may have kept what was removed.
		void sleep(2 * STATE_KEPT_MS)
			.then(remove)
			.catch(() => undefined);
	}

	/** The run about a change has ended. @throws if n8n's store keeps failing */
	async end({ state }: StateChange): Promise<void> {
		await this.store.enter([state, endOf(state)]);
		this.store.keep(state, STATE_KEPT_MS);
		this.store.keep(endOf(state), STATE_KEPT_MS);
	}

	/**
	 * What another copy of a run has recorded about a change.
	 * @throws if n8n's store keeps failing
	 */
	async progressOf({ state }: StateChange, token: string): Promise<Progress> {
		// n8n may hand the same run to another worker.
		const mine = `${state} ${token}`;
		const { found } = await this.store.enter([state, mine, endOf(state)]);
		if (found.has(state) && found.has(endOf(state))) return 'ended';
		const isBegun = found.has(state) && !found.has(mine);
		// To ask n8n's store for an entry is to make it.
		await this.store.remove(isBegun ? [endOf(state), mine] : [endOf(state)]);
		return isBegun ? 'begun' : 'none';
	}

	/** Copies of this event do not run any more. @throws if n8n's store keeps failing */
	async recordRun(key: string, token: string): Promise<boolean> {
		const run = `run ${key}`;
		const { found } = await this.store.enter([run]);
		if (found.has(run)) return false;
		this.store.keep(run);
		keepLatest(this.decided, key, token, MOST_DECIDED);
		return true;
	}

	private async decide(key: string, token: string): Promise<boolean> {
		return (await this.wasMine(key, token)) || (await this.recordRun(key, token));
	}

	/** Waits for this copy's turn. True if a worker that is gone had claimed it. */
	private async wasMine(key: string, token: string): Promise<boolean> {
		const claim = `claim ${key}`;
		const mine = `${claim} ${token}`;
		const first = await this.store.enter([claim, mine]);
		if (first.found.has(mine)) return true;
		let isOwner = !first.found.has(claim);
		for (let round = 0; isOwner && round < MOST_ROUNDS; round += 1) {
			await sleep(SETTLE_MS);
			const { found, tookMs } = await this.store.enter([claim, mine]);
			isOwner = found.has(mine) || !found.has(claim);
			if (found.has(mine) && tookMs < SETTLE_MS / 2) break;
		}
		if (isOwner) await sleep(SETTLE_MS / 2);
		else await this.comeLater();
		return false;
	}

	/** While the store is slow, the owner takes longer. */
	private async comeLater(): Promise<void> {
		const start = performance.now();
		const isEarly = () => {
			const needed = LATECOMER_MS + MOST_READS * this.store.slowestMs;
			return performance.now() - start < Math.min(needed, LATEST_MS);
		};
		while (isEarly()) await sleep(SETTLE_MS);
	}
}
