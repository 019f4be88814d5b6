import type { INodeParameters } from 'n8n-workflow';

import {
	APPOINTMENT_STATUSES,
	type AppointmentStatus,
} from '../../../nodes/AppointmentScheduling/service/vocabulary';
import { failureOf } from '../support/failure';
import { BEGIN, ended, events, found, HOUR, iso, pollingFor, service, soon } from './support';

test.each<[INodeParameters, string]>([
	[soon(-1, 'hours'), '\'Lead Time\': "-1" is not a whole number of at least 0'],
	[soon(1.5, 'hours'), '\'Lead Time\': "1.5" is not a whole number of at least 0'],
	[soon(1e9, 'days'), "'Lead Time': 1000000000 days is more than ten years"],
	[soon(1, 'weeks'), '\'Lead Time Unit\': "weeks" is not a valid choice'],
	[ended({ delay: -1 }), '\'Delay\': "-1" is not a whole number of at least 0'],
	[ended({ delayUnit: 'weeks' }), '\'Delay Unit\': "weeks" is not a valid choice'],
	[
		{ ...soon(1, 'hours'), options: { skipShortNotice: 'maybe' } },
		'\'Skip Short Notice\': "maybe" is neither true nor false',
	],
	[{ event: 'deleted' }, '\'Trigger On\': "deleted" is not a valid choice'],
])('refuses %j before anything is sent', async (parameters, message) => {
	const at = await service();
	const failure = await failureOf(pollingFor(at, parameters).activate());
	expect(failure.name).toBe('NodeOperationError');
	expect(failure.message).toContain(`${message}. `);
	expect(failure.message).toMatch(/\. (Enter|Choose|Use) /);
	expect(at.requests.total).toBe(0);
});

test('says what to set without a time zone, in the editor too', async () => {
	const at = await service();
	const polling = pollingFor(at, { event: 'created' }, '');
	for (const poll of ['activate', 'pollManually'] as const) {
		await expect(polling[poll]()).rejects.toThrow("'Service Timezone': it is not set");
	}
	expect(at.requests.total).toBe(0);
});

test.each(events)('$event says what the service says below its title alone', async (event) => {
	const at = await service();
	const polling = pollingFor(at, event);
	const body = { detail: 'Ana García is unknown' };
	at.faults.add({ action: { kind: 'respond', status: 403, body } });
	for (const poll of ['activate', 'tick', 'pollManually'] as const) {
		await expect(polling[poll]()).rejects.toMatchObject({
			message:
				'The access token is not allowed to do this (403). Use an access token that has this permission',
			description: 'The service says: Ana García is unknown',
		});
	}
});

const begun = ['ATTENDED', 'IN_PROGRESS'];
const unfinished = ['PENDING_COMPANIONS', 'PENDING_FORM', 'PENDING_PAYMENT'];
const asked = ['CANCELED', 'NO_SHOW', 'PENDING_PAYMENT'];

test.each<[INodeParameters, INodeParameters, string[]]>([
	[soon(1, 'days'), {}, ['CONFIRMED', 'PENDING', ...unfinished, 'small']],
	[soon(1, 'days'), { status: asked }, asked],
	[soon(1, 'days'), { status: ['PENDING'] }, ['PENDING', 'small']],
	[soon(1, 'days'), { isCancelled: true }, ['CANCELED', 'CANCELED_CLIENT', 'CANCELED_GOOGLE']],
	[ended(), {}, [...begun, 'CONFIRMED', 'PENDING', 'small'].sort()],
	[ended(), { status: asked }, asked],
])('%j with the filters %j runs for the statuses %j', async (parameters, filters, expected) => {
	const at = await service();
	const start_date = iso(BEGIN + HOUR);
	for (const status of Object.keys(APPOINTMENT_STATUSES) as AppointmentStatus[]) {
		at.book({ appointment_key: status, status, start_date });
	}
	// Services write them in other ways.
	at.book({ appointment_key: 'small', status: 'pending' as AppointmentStatus, start_date });
	at.book({ appointment_key: 'left out', status: 'No_show' as AppointmentStatus, start_date });
	const announced = await found(pollingFor(at, { ...parameters, filters }), [0, 3]);
	expect(announced.map((one) => one.replace(/ at \d+$/, '')).sort()).toEqual(expected);
});
