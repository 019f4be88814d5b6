import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { AppointmentSchedulingPollingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingPollingTrigger.node';
import { credentialOf, type Service } from '../../stand-in';
import { PollingWorkflow } from '../support';

export { service } from '../support/service';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const BEGIN = Date.parse('2026-06-10T10:00:00Z');

/** A workflow with the polling trigger, for a service. */
export function pollingFor(
	at: Service,
	parameters: INodeParameters,
	timezone = 'Europe/Madrid',
): PollingWorkflow {
	return new PollingWorkflow(AppointmentSchedulingPollingTrigger, {
		credentials: credentialOf(at),
		timezone,
		parameters,
	});
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

/** The keys that a poll told of. */
export function keysOf(items: INodeExecutionData[] | undefined): unknown[] {
	return (items ?? []).map(({ json }) => (json.data as IDataObject).appointment_key);
}

/** A service that leaves cancelled appointments out of its list, unless they are asked for. */
export function hideCanceled(at: Service): void {
	const matching = at.matching.bind(at);
	at.matching = (filters) =>
		matching(filters).filter(
			({ status }) => filters.is_cancelled === true || !status.startsWith('CANCELED'),
		);
}

/** The requests for single appointments. */
export const lookUps = (at: Service) => at.requests.of('GET', /appointments\/[^/]+\/$/).length;
