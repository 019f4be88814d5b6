import { sleep } from 'n8n-workflow';

import type { Run } from '../../watching/known';
import { sameSeen } from '../../watching/snapshot';
import type { ClaimStore } from './claimStore';
import { stateEntry } from './identity';

/** Longer than a process takes to read the stored keys and write them back. After a slow write, wait again. */
const SETTLE_MS = 150;
/** Long enough to confirm the entry of the owner. */
const LATECOMER_MS = 8 * SETTLE_MS;
const LATEST_MS = 10_000;
const MOST_ROUNDS = 5;
/** How often an owner reads the store, from its claim to its record. */
const MOST_READS = MOST_ROUNDS + 2;
/** Long enough that another process does not undo it, and shorter than until the next change. */
const STATE_KEPT_MS = 1_500;

/** Of a run in another process; it stays `begun` if that process was killed. */
export type Progress = 'none' | 'begun' | 'ended';

const endOf = (state: string): string => `${state} ended`;

/**
 * Decides which of several copies of a delivery runs, between processes that share nothing but
 * n8n's store of processed keys. That store is read and written as a whole, so a write may undo
 * another one. So each process claims the delivery, waits until the writes have settled, and
 * checks whose claim remains. The owner of the claim records the run. The others check later and
 * drop their copy only if they find that record. When unsure, run. A token identifies a copy.
 * Every method throws if n8n's store keeps failing.
 */
export class Claims {
	/** Of this process, because the store does not tell apart what it enters at once. */
	private readonly deciding = new Map<string, Promise<boolean>>();

	constructor(readonly store: ClaimStore) {}

	async mayRun(key: string, token: string): Promise<boolean> {
		for (let other = this.deciding.get(key); other; other = this.deciding.get(key)) {
			await other.catch(() => undefined);
		}
		const decision = this.wasMine(key, token)
			.then(async (wasMine) => wasMine || (await this.recordRun(key)))
			.finally(() => this.deciding.delete(key));
		this.deciding.set(key, decision);
		return await decision;
	}

	/** A run begins, unless it turns out to be a copy. */
	async begin({ key, seen }: Run): Promise<void> {
		await this.record([stateEntry(key, seen)]);
	}

	/** The former state is forgotten, because it may come back. */
	async leave({ key, seen, former }: Run): Promise<void> {
		if (former === undefined || sameSeen(former, seen)) return;
		const left = stateEntry(key, former);
		const remove = async () => await this.store.remove([left, endOf(left)]);
		await remove();
		// Another process may have kept what was removed.
		void sleep(2 * STATE_KEPT_MS)
			.then(remove)
			.catch(() => undefined);
	}

	async end({ key, seen }: Run): Promise<void> {
		const state = stateEntry(key, seen);
		await this.record([state, endOf(state)]);
	}

	/** What another copy of a run has recorded. */
	async progressOf({ key, seen }: Run, token: string): Promise<Progress> {
		const state = stateEntry(key, seen);
		// n8n may hand the same run to another worker.
		const mine = `${state} ${token}`;
		const { found } = await this.store.enter([state, mine, endOf(state)]);
		if (found.has(state) && found.has(endOf(state))) return 'ended';
		const isBegun = found.has(state) && !found.has(mine);
		// To ask n8n's store for an entry is to make it.
		await this.store.remove(isBegun ? [endOf(state), mine] : [endOf(state)]);
		return isBegun ? 'begun' : 'none';
	}

	/** Copies of this event do not run any more. */
	async recordRun(key: string): Promise<boolean> {
		const run = `run ${key}`;
		const { found } = await this.store.enter([run]);
		if (found.has(run)) return false;
		this.store.keep(run);
		return true;
	}

	private async record(entries: string[]): Promise<void> {
		await this.store.enter(entries);
		for (const entry of entries) this.store.keep(entry, STATE_KEPT_MS);
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
