import { sleep, type IDataObject } from 'n8n-workflow';

import { zoneOf } from '../../n8n/zone';
import type { ServiceClient } from '../../service/http/client';
import { MINUTE_MS } from '../../service/values/dates';
import { checkList } from '../../watching/check';
import type { MissingAppointments } from '../../watching/missing';
import { restoreWebhook } from '../subscription/lifecycle';
import type { Looks } from './look';
import type { Watch } from './watch';

export const CHECK_LIMITS = { budgetMs: 10 * MINUTE_MS };
/** So many are compared without a pause, because n8n does nothing else meanwhile. */
const COMPARED_AT_ONCE = 100;
/** Between two times that it is asked whether there is room for another execution. */
const CROWDED_MS = 100;

interface Checking {
	watch: Watch;
	looks: Looks;
	missing: MissingAppointments;
	client: ServiceClient;
	warn(problem: string, error?: unknown): void;
}

/** Restores the webhook and compares the whole list. @throws ServiceError if that may lack entries */
export async function check({ watch, looks, missing, client, warn }: Checking): Promise<void> {
	watch.zone = zoneOf(client);
	await restoreWebhook(watch.context, client, () => watch.isClosed).catch((error: unknown) =>
		warn('The webhook could not be verified. The trigger tries again', error),
	);
	const isFirst = await checkList({
		book: watch.known.book,
		client,
		filters: {},
		zone: watch.zone,
		now: Date.now(),
		missing,
		compare: async (shown, readAt) => await compareAll(watch, shown, readAt),
		ask: async ({ spelling }) => {
			const shown = watch.isClosed ? 'failed' : await looks.ask(spelling);
			return shown === 'news' ? 'shown' : shown;
		},
		warn,
		isOver: () => watch.isClosed,
	});
	if (isFirst) watch.save();
}

async function compareAll(watch: Watch, all: IDataObject[], readAt: number): Promise<void> {
	for (const [index, data] of all.entries()) {
		if (index % COMPARED_AT_ONCE === COMPARED_AT_ONCE - 1) await sleep(0);
		while (watch.isCrowded) await sleep(CROWDED_MS);
		watch.compare(data, readAt);
	}
}
