import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { AppointmentSchedulingPollingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingPollingTrigger.node';
import { credentialOf, type Booking, type Service, type ServiceOptions } from '../../stand-in';
import { PollingWorkflow } from '../support';
import { service } from '../support/service';

export { service, type Booking };

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const BEGIN = Date.parse('2026-06-10T10:00:00Z');

/** A workflow with the polling trigger, for a service. @param timezone of the account */
export function pollingFor(
	at: Service,
	parameters: INodeParameters,
	timezone = 'Europe/Madrid',
	workflowZone?: string,
): PollingWorkflow {
	return new PollingWorkflow(AppointmentSchedulingPollingTrigger, {
		credentials: { ...credentialOf(at), timezone },
		timezone: workflowZone,
		parameters,
	});
}

/** A published workflow, for a service with these appointments. */
export async function published(
	parameters: INodeParameters,
	bookings: Booking[] = [],
	options: ServiceOptions = {},
) {
	const at = await service(options);
	for (const booking of bookings) at.book(booking);
	const polling = pollingFor(at, parameters);
	const items = await polling.activate();
	return { at, polling, items };
}

let time = BEGIN;

beforeEach(() => {
	time = BEGIN;
	jest.spyOn(Date, 'now').mockImplementation(() => time);
});

afterEach(() => jest.restoreAllMocks());

/** Sets n8n's clock. */
export function clock(now: number): void {
	time = now;
}

export const iso = (ms: number): string => new Date(ms).toISOString();

/** The keys that a poll has found. */
export function keysOf(items: INodeExecutionData[] | undefined): unknown[] {
	return (items ?? []).map(({ json }) => (json.data as IDataObject).appointment_key);
}

/**
 * Polls at these hours after the beginning, each after what happens then, and says what was found
 * when, e.g. `a at 2`.
 */
export async function found(
	polling: PollingWorkflow,
	hours: number[],
	happens: Record<number, () => unknown> = {},
): Promise<string[]> {
	const all: string[] = [];
	for (const hour of hours) {
		clock(BEGIN + hour * HOUR);
		await happens[hour]?.();
		for (const key of keysOf(await polling.tick())) all.push(`${String(key)} at ${hour}`);
	}
	return all;
}

/** One choice of parameters for each event. */
export const events: INodeParameters[] = [
	{ event: 'created' },
	{ event: 'rescheduled' },
	{ event: 'statusChanged' },
	{ event: 'startsSoon', leadTime: 1, leadTimeUnit: 'hours' },
];

export const soon = (leadTime: number, leadTimeUnit: string, filters = {}): INodeParameters => ({
	event: 'startsSoon',
	leadTime,
	leadTimeUnit,
	filters,
});

export const ended = (parameters: INodeParameters = {}): INodeParameters => ({
	event: 'ended',
	delay: 1,
	delayUnit: 'hours',
	...parameters,
});

/** The warnings in n8n's log from now on. */
export function warningsOf(polling: PollingWorkflow): string[] {
	const logged: string[] = [];
	const { logger } = polling.pollContext();
	jest.spyOn(logger, 'warn').mockImplementation((text) => void logged.push(text));
	return logged;
}
