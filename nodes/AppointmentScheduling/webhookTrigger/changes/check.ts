import { sleep, type IDataObject } from 'n8n-workflow';

import { log } from '../../n8n/log';
import { zoneOf } from '../../n8n/zone';
import type { ServiceClient } from '../../service/http/client';
import { MINUTE_MS } from '../../service/values/dates';
import { accountOf, isSameAccount, knowsAny } from '../../watching/account';
import type { MissingAppointments } from '../../watching/missing';
import { listCanceled, listRecent, recentSince } from '../../watching/recent';
import { keysOf } from '../../watching/state';
import { restoreWebhook } from '../subscription/lifecycle';
import type { Looks } from './look';
import type { Watch } from './watch';

export const CHECK_LIMITS = { budgetMs: 10 * MINUTE_MS };
/** So many are compared without a pause, because n8n does nothing else meanwhile. */
const COMPARED_AT_ONCE = 100;

const OTHER_ACCOUNT =
	'The credential has another account. Its appointments are recorded, and changes run from now on.';
const EMPTY = 'The list of appointments is empty although some are known, so nothing was compared.';
const TOO_MANY =
	'There are more than 20,000 appointments. Of those that begin last, new ones and changes start no execution.';
const untoldText = (count: number) =>
	`${count} known appointments are gone from the service, and others may be. Without a sign that they were canceled, at most three at a time start executions. Check what the access token may read.`;

interface Checking {
	watch: Watch;
	looks: Looks;
	missing: MissingAppointments;
	client: ServiceClient;
	warn(problem: string, error?: unknown): void;
}

/** Compares the whole list. The first one is recorded. @throws ServiceError if the list may lack entries */
export async function check({ watch, looks, missing, client, warn }: Checking): Promise<void> {
	const { context, known } = watch;
	const { book } = known;
	const zone = zoneOf(client);
	watch.zone = zone;
	await restoreWebhook(context, client, () => watch.isClosed).catch((error: unknown) =>
		warn('The webhook could not be verified. The trigger tries again', error),
	);
	const readAt = performance.now();
	const now = Date.now();
	const since = recentSince(now);
	const wanted = { client, filters: {}, since, zone, warn };
	const listed = await listRecent(wanted);
	if (watch.isClosed) return;
	const keys = keysOf(listed);
	const account = accountOf(client);
	const isSame = isSameAccount(book, account, keys, { since, zone });
	if (isSame === undefined) return warn(EMPTY);
	if (!isSame) {
		log(context, 'warn', OTHER_ACCOUNT);
		book.clear();
		known.pending.clear();
	}
	const isFirst = book.account === undefined;
	const isTrusted = knowsAny(book, keys);
	if (!isFirst) book.account = account;
	await compareAll(watch, listed, readAt - client.age);
	if (watch.isClosed) return;
	book.account = account;
	if (!isFirst) {
		const askedAt = performance.now();
		const { canceled, untold } = await missing.find(
			book,
			keys,
			{ now, zone, isTrusted },
			{
				ask: async ({ spelling }) => {
					if (watch.isClosed) return 'failed';
					const shown = await looks.ask(spelling);
					return shown === 'news' ? 'shown' : shown;
				},
				listCanceled: async () => await listCanceled(wanted),
			},
		);
		await compareAll(watch, canceled, askedAt);
		if (untold > 0) warn(untoldText(untold));
	}
	book.trim(Date.now(), since, zone);
	if (book.isFull) warn(TOO_MANY);
	if (isFirst && !watch.isClosed) watch.save();
}

/** While the first list is compared, it is recorded. */
async function compareAll(watch: Watch, all: IDataObject[], readAt: number): Promise<void> {
	for (const [index, data] of all.entries()) {
		if (index % COMPARED_AT_ONCE === COMPARED_AT_ONCE - 1) await sleep(0);
		await watch.compare(data, readAt);
	}
}
