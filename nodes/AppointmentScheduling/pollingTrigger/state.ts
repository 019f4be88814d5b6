import type { IDataObject } from 'n8n-workflow';

import { textList } from '../service/values/keys';
import { isCanceledStatus } from '../service/vocabulary';
import { keyOf, Snapshot } from '../watching/snapshot';
import { isSameAccount } from '../watching/account';
import { Announced } from './announced';
import type { Setup } from './setup';

/** So many appointments show whether another token belongs to the same account. */
const SAMPLE_SIZE = 3;

/** What a poll has found, and what the next one has to know. */
export interface Outcome {
	events: IDataObject[];
	listed: IDataObject[];
	/** What was announced. */
	announced?: Announced;
	/** Since when announcements may be due: ms since the epoch. */
	dueSince?: number;
	/** The appointments that were in the list. */
	snapshot?: Snapshot;
	/** The appointments that were in the list before. */
	left?: Snapshot;
}

export interface PollState extends Pick<Outcome, 'dueSince'> {
	/** A digest of the base URL and the access token. */
	account: string;
	/** ms since the epoch. */
	polledAt: number;
	/** ms between the two previous polls. */
	interval?: number;
	/** Identifies the announcements that the poll could make. */
	scope?: string;
	/** Of a few listed appointments. */
	keys: string[];
	announced: Announced;
	snapshot: Snapshot;
	left: Snapshot;
}

/** The state that the previous poll stored. Undefined if the event or the account is another one. */
export async function stateIn(stored: IDataObject, setup: Setup): Promise<PollState | undefined> {
	const { choice, account, client } = setup;
	const announced = Announced.from(stored.announced);
	const snapshot = Snapshot.from(stored.snapshot);
	if (stored.choice !== choice || !(announced ?? snapshot)) return undefined;
	const keys = textList(stored.keys);
	if (stored.account !== account && !(await isSameAccount(client, keys))) return undefined;
	return {
		...(stored as unknown as PollState),
		keys,
		announced: announced ?? new Announced(),
		snapshot: snapshot ?? new Snapshot(),
		left: Snapshot.from(stored.left) ?? new Snapshot(),
	};
}

/** What to store for the next poll. A name without a value replaces what another event has stored. */
export function toStored(
	{ choice, account, now, scope }: Setup,
	before: PollState | undefined,
	{ announced, dueSince, snapshot, left, listed }: Outcome,
): IDataObject {
	const keys = listed
		.filter(({ status }) => !isCanceledStatus(status))
		.flatMap((data) => keyOf(data) ?? []);
	return {
		choice,
		account,
		polledAt: now,
		interval: before && now - before.polledAt,
		keys: JSON.stringify(keys.length > 0 ? keys.slice(-SAMPLE_SIZE) : (before?.keys ?? [])),
		scope,
		dueSince,
		announced: announced?.toStored(),
		snapshot: snapshot?.toStored(),
		left: left?.toStored(),
	};
}

/** What two stored states may differ in, besides the time of the poll. */
export const contentOf = ({
	choice,
	account,
	scope,
	dueSince,
	announced,
	snapshot,
	left,
}: IDataObject): string =>
	JSON.stringify([choice, account, scope, dueSince, announced, snapshot, left]);
