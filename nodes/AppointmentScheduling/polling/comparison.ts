import type { IDataObject } from 'n8n-workflow';

import { getAppointment, listAppointments } from '../service/appointments';
import { unwrapped } from '../service/values/bodies';
import type { ServiceClient } from '../service/http/client';
import { DAY_MS } from '../service/values/dates';
import { hasStatus, ServiceError } from '../service/errors';
import { inOrder } from '../service/http/pool';
import { withinSpan } from '../service/values/span';
import { isCanceledStatus } from '../service/vocabulary';
import { created, rescheduled, statusChanged } from './changes';
import { matches, type Setup } from './setup';
import { snapshotOf, startsSince, where, type Snapshot } from './formerSnapshot';
import type { Outcome, PollState } from './state';

/** How long an appointment is still watched after its start: a status often changes then. */
const WATCHED_AFTER_START_MS = DAY_MS;

/** How long one that has left the list is remembered, should the clock of n8n be set back. */
const REMEMBERED_AFTER_START_MS = 2 * DAY_MS;

/** All that is to come, compared with the poll before; the first poll has nothing to compare with. */
export async function comparison(setup: Setup, { snapshot }: PollState): Promise<Outcome> {
	const watched = await list(setup);
	if (snapshot === undefined) return { events: [], snapshot: snapshotOf(watched) };
	const listed = snapshotOf(watched);
	const remembered = setup.now - REMEMBERED_AFTER_START_MS;
	const before = where(
		snapshot,
		(key, seen) => Object.hasOwn(listed, key) || startsSince(remembered, seen, setup.zone, false),
	);
	if (setup.event === 'statusChanged') return await statuses(setup, watched, before);
	const wanted = watched.filter((data) => matches(setup, data));
	const events =
		setup.event === 'created' ? created(wanted, before) : rescheduled(wanted, before, setup.zone);
	// What is not wanted now may be when it has been moved; what is known of it must not go ahead.
	const unseen = setup.event === 'rescheduled' ? listed : {};
	return { events, snapshot: { ...unseen, ...before, ...snapshotOf(wanted) } };
}

async function list({ client, event, filters, now, zone }: Setup): Promise<IDataObject[]> {
	const from = now - WATCHED_AFTER_START_MS;
	const wanted = withinSpan(filters, from, undefined, zone);
	// Both sides of a cancellation are needed to see that the status has changed.
	if (event === 'statusChanged') delete wanted.is_cancelled;
	const { elements } = await listAppointments(client, wanted, Infinity);
	return elements.filter((data) => startsSince(from, data, zone, true));
}

/**
 * A service may leave canceled appointments out of the list: what has vanished is asked for by
 * its key, until it turns out to be canceled or gone.
 */
async function statuses(setup: Setup, watched: IDataObject[], before: Snapshot): Promise<Outcome> {
	const listed = snapshotOf(watched);
	const from = setup.now - WATCHED_AFTER_START_MS;
	const vanished = where(
		before,
		(key, seen) =>
			!Object.hasOwn(listed, key) &&
			!isCanceledStatus(seen.status) &&
			startsSince(from, seen, setup.zone, false),
	);
	const answers = await lookUp(setup.client, vanished);
	const found = answers.flatMap(({ appointment }) => appointment ?? []);
	const gone = new Set(answers.flatMap(({ key, isGone }) => (isGone ? key : [])));
	const events = statusChanged([...watched, ...found], before);
	const kept = where(before, (key) => !gone.has(key));
	return {
		events: events.filter(({ data }) => matches(setup, data as IDataObject)),
		snapshot: { ...kept, ...listed, ...snapshotOf(found) },
	};
}

/** One that can't be told now is asked for again at the next poll, and must not hold up the others. */
async function lookUp(client: ServiceClient, vanished: Snapshot) {
	const keys = Object.keys(vanished);
	return await inOrder(keys.length, client.settings.concurrency, async (index) => {
		const key = keys[index] ?? '';
		return await getAppointment(client, key).then(
			(body) => ({
				key,
				isGone: false,
				appointment: { ...vanished[key], ...unwrapped(body), appointment_key: key },
			}),
			(error: unknown) => {
				if (!(error instanceof ServiceError)) throw error;
				const isGone = hasStatus(error, 404, 410);
				return { key, isGone, appointment: undefined };
			},
		);
	});
}
