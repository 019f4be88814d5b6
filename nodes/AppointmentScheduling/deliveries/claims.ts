import { sleep } from 'n8n-workflow';

import type { ClaimStore } from './claimStore';

/** Longer than another process takes from reading the stored keys to writing them back. */
const SETTLE_MS = 80;
const MOST_ROUNDS = 5;

/**
 * Decides, between processes that share nothing but n8n's store of processed keys, which of
 * several copies of a delivery runs. The store is read and written back whole, so a write may
 * undo another's. Therefore: claim the delivery, wait until writes have settled, and look whose
 * claim is left. Its owner enters that the delivery runs; the others come to that later, and
 * drop their copy only if they find this entry. A doubt ends in a run.
 * @param token this copy of the delivery, the same when n8n hands it to another worker
 */
export async function mayRun(store: ClaimStore, key: string, token: string): Promise<boolean> {
	const claim = `claim ${key}`;
	const mine = `claim ${key} ${token}`;
	const run = `run ${key}`;
	const first = await store.enter([claim, mine]);
	if (first.has(mine)) return true;

	let isOwner = !first.has(claim);
	for (let round = 0; isOwner && round < MOST_ROUNDS; round += 1) {
		await sleep(SETTLE_MS);
		const found = await store.enter([claim, mine]);
		if (found.has(mine)) break;
		isOwner = !found.has(claim);
	}
	if (!isOwner) await sleep(4 * SETTLE_MS);
	const found = await store.enter([run]);
	store.keep(run);
	return !found.has(run);
}
