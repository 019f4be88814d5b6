import {
	APPOINTMENT_STATUSES,
	type AppointmentStatus,
} from '../../../nodes/AppointmentScheduling/service/core/vocabulary';
import { BEGIN, clock, DAY, HOUR, iso, keysOf, pollingFor, service } from './support';

const soon = (leadTime: number | string, leadTimeUnit: string, filters = {}) => ({
	event: 'startsSoon',
	leadTime,
	leadTimeUnit,
	filters,
});

test('announces nothing that began more than an hour ago, however long the interval', async () => {
	const at = await service();
	const polling = pollingFor(at, soon(1, 'hours'));
	for (const day of [0, 1, 2]) {
		clock(BEGIN + day * DAY);
		await polling.activate();
	}
	clock(BEGIN + 3 * DAY);
	at.book({ appointment_key: 'too-late', start_date: iso(BEGIN + 3 * DAY - HOUR - 1000) });
	at.book({ appointment_key: 'late', start_date: iso(BEGIN + 3 * DAY - HOUR) });
	expect(keysOf(await polling.activate())).toEqual(['late']);
});

const STATUSES = Object.keys(APPOINTMENT_STATUSES) as AppointmentStatus[];

test.each<[object, string[]]>([
	[{}, ['CONFIRMED', 'PENDING', 'PENDING_COMPANIONS', 'PENDING_FORM', 'PENDING_PAYMENT']],
	[{ status: ['NO_SHOW', 'CANCELED'] }, ['CANCELED', 'NO_SHOW']],
	[{ status: ['PENDING'] }, ['PENDING']],
	[{ isCancelled: true }, ['CANCELED', 'CANCELED_CLIENT', 'CANCELED_GOOGLE']],
])('with the filters %j, announces the statuses %j', async (filters, expected) => {
	const at = await service();
	const start_date = iso(BEGIN + HOUR);
	for (const status of STATUSES) at.book({ appointment_key: status, status, start_date });
	const announced = await pollingFor(at, soon(1, 'days', filters)).activate();
	expect(keysOf(announced).sort()).toEqual(expected);
});

test('reminds nobody twice after the lead time or the filters were changed', async () => {
	const at = await service();
	at.book({ appointment_key: 'first', start_date: iso(BEGIN + HOUR) });
	at.book({ appointment_key: 'later', start_date: iso(BEGIN + 5 * HOUR) });
	const polling = pollingFor(at, soon(2, 'hours'));
	expect(keysOf(await polling.activate())).toEqual(['first']);
	const others = soon(1, 'days', { status: ['CONFIRMED'] });
	expect(keysOf(await polling.activate(others))).toEqual(['later']);
});

test.each([
	[soon(0, 'hours'), '\'Lead Time\': "0" is not a whole number of at least 1'],
	[soon(1.5, 'hours'), '\'Lead Time\': "1.5" is not a whole number of at least 1'],
	[soon(1e9, 'days'), "'Lead Time': 1000000000 days is more than ten years"],
	[soon(1, 'weeks'), '\'Lead Time Unit\': "weeks" is not a valid choice'],
	[
		{ ...soon(1, 'hours'), options: { skipShortNotice: 'maybe' } },
		'\'Skip Short Notice\': "maybe" is neither true nor false',
	],
	[{ event: 'deleted' }, '\'Trigger On\': "deleted" is not a valid choice'],
])('refuses %j before anything is sent', async (parameters, message) => {
	const at = await service();
	await expect(pollingFor(at, parameters).activate()).rejects.toMatchObject({
		name: 'NodeOperationError',
		message,
		description: expect.stringMatching(/^(Enter|Choose|Use)/),
	});
	expect(at.requests.total).toBe(0);
});
