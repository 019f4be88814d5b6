import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect } from '../connect';
import { listFilters } from '../fields/filters';
import { wholeNumber } from '../fields/values';
import { getAppointment, listAppointments } from '../service/appointments';
import { unwrapped } from '../service/bodies';
import type { ServiceClient } from '../service/client';
import { instantOf, validZone } from '../service/dates';
import { hasStatus, InputError } from '../service/failures';
import { inOrder } from '../service/pool';
import type { AppointmentFilters, AppointmentStatus } from '../service/vocabulary';
import {
	created,
	POLLED_EVENTS,
	rescheduled,
	startsSoon,
	statusChanged,
	type PolledEvent,
} from './changes';
import { isSnapshot, snapshotOf, vanished, type Snapshot } from './snapshot';
import { isLeadTimeUnit, leadTimeMs, spanFilters } from './span';

/** How long an appointment is still watched after its start: a status often changes then. */
const WATCHED_AFTER_START_MS = 86_400_000;
const SAMPLE_SIZE = 3;

/** What the node keeps between two polls, in the workflow's static data. */
interface PollState {
	/** The event and filters that the snapshot was made for: another choice starts afresh. */
	choice?: string;
	/** ms since the epoch. */
	polledAt?: number;
	snapshot?: Snapshot;
}

interface Poll {
	client: ServiceClient;
	event: PolledEvent;
	zone: string;
	filters: AppointmentFilters;
	statuses: AppointmentStatus[];
	/** ms since the epoch. */
	now: number;
	/** ms before the start, for startsSoon. */
	lead: number;
}

/**
 * Looks at the appointments and gives back what is new since the poll before, or null. Nothing
 * is kept when this throws, so that the next poll finds the same again.
 */
export async function poll(
	context: IPollFunctions,
	now = Date.now(),
): Promise<INodeExecutionData[] | null> {
	const setup = await read(context, now);
	if (context.getMode() === 'manual') return items(await sample(setup));
	const state = context.getWorkflowStaticData('node') as PollState;
	const choice = JSON.stringify([setup.event, setup.filters]);
	const before = state.choice === choice && isSnapshot(state.snapshot) ? state : {};
	const { events, snapshot } =
		setup.event === 'startsSoon' ? await reminders(setup, before) : await changes(setup, before);
	Object.assign(state, { choice, polledAt: now, snapshot });
	return items(events.filter(({ data }) => isOneOf(data as IDataObject, setup.statuses)));
}

const isOneOf = ({ status }: IDataObject, statuses: AppointmentStatus[]) =>
	statuses.length === 0 || statuses.some((wanted) => wanted === status);

async function read(context: IPollFunctions, now: number): Promise<Poll> {
	const event = context.getNodeParameter('event') as PolledEvent;
	if (!POLLED_EVENTS.includes(event)) {
		throw new InputError(
			'Trigger On',
			`"${String(event)}" is not known`,
			'Choose it from the list',
		);
	}
	const zone = validZone(context.getTimezone());
	const given = context.getNodeParameter('filters', {}) as IDataObject;
	return {
		client: await connect(context),
		event,
		zone,
		...listFilters(given, () => zone),
		now,
		lead: event === 'startsSoon' ? leadTime(context) : 0,
	};
}

function leadTime(context: IPollFunctions): number {
	const unit = context.getNodeParameter('leadTimeUnit');
	if (!isLeadTimeUnit(unit)) {
		throw new InputError(
			'Lead Time Unit',
			`"${String(unit)}" is not known`,
			'Choose it from the list',
		);
	}
	return leadTimeMs(wholeNumber(context.getNodeParameter('leadTime'), 'Lead Time', 1), unit);
}

/** All that starts between the last poll and the lead time from now, once for each start. */
async function reminders(
	{ client, zone, filters, statuses, now, lead }: Poll,
	{ polledAt = now, snapshot = {} }: PollState,
): Promise<{ events: IDataObject[]; snapshot: Snapshot }> {
	const from = Math.min(polledAt, now);
	const span = spanFilters(from, now + lead, zone);
	const { elements } = await listAppointments(client, { ...filters, ...span }, Infinity);
	const wanted = elements.filter((data) => isOneOf(data, statuses));
	const events = startsSoon(wanted, from, now + lead, snapshot, zone);
	const told = snapshotOf(events.map(({ data }) => data as IDataObject));
	const stillToCome = Object.entries(snapshot).filter(
		([, { start_date }]) => (instantOf(start_date, zone) ?? 0) >= now,
	);
	return { events, snapshot: { ...Object.fromEntries(stillToCome), ...told } };
}

/** All that is to come, compared with the poll before; the first poll has nothing to compare with. */
async function changes(
	{ client, event, zone, filters, now }: Poll,
	{ snapshot: before }: PollState,
): Promise<{ events: IDataObject[]; snapshot: Snapshot }> {
	const from = now - WATCHED_AFTER_START_MS;
	const span = spanFilters(from, undefined, zone);
	const { elements } = await listAppointments(client, { ...filters, ...span }, Infinity);
	const listed = snapshotOf(elements);
	const missing = vanished(before ?? {}, listed, from, zone);
	const found = event === 'statusChanged' ? await lookUp(client, missing) : [];
	const kept = Object.entries(before ?? {}).filter(([key]) => missing.includes(key));
	const snapshot = { ...Object.fromEntries(kept), ...listed, ...snapshotOf(found) };
	if (before === undefined) return { events: [], snapshot };
	const compare = { created, rescheduled, statusChanged }[
		event as Exclude<PolledEvent, 'startsSoon'>
	];
	return { events: compare([...elements, ...found], before), snapshot };
}

/** A service may leave cancelled appointments out of the list: what has vanished is asked for by its key. */
async function lookUp(client: ServiceClient, keys: string[]): Promise<IDataObject[]> {
	const found = await inOrder(keys.length, client.settings.concurrency, async (index) => {
		const key = keys[index] ?? '';
		return await getAppointment(client, key).then(unwrapped, (error: unknown) => {
			if (hasStatus(error, 404, 410)) return undefined;
			throw error;
		});
	});
	return found.filter((appointment) => appointment !== undefined);
}

/** What a test in the editor shows: a few appointments in the shape of the event. */
async function sample({ client, event, filters, zone, now }: Poll): Promise<IDataObject[]> {
	const span = spanFilters(now, undefined, zone);
	const { elements } = await listAppointments(client, { ...filters, ...span }, SAMPLE_SIZE);
	const isChange = event === 'rescheduled' || event === 'statusChanged';
	return elements.map((data) => ({
		event,
		data,
		...(isChange && { previous: { start_date: data.start_date, status: data.status } }),
	}));
}

function items(events: IDataObject[]): INodeExecutionData[] | null {
	return events.length === 0 ? null : events.map((json) => ({ json }));
}
