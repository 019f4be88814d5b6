import {
	APPOINTMENT_STATUSES,
	type AppointmentStatus,
} from '../../../nodes/AppointmentScheduling/service/core/vocabulary';
import type { Service } from '../../stand-in';
import { BEGIN, clock, found, HOUR, iso, keysOf, pollingFor, service } from './support';

const soon = (leadTime: number | string, leadTimeUnit: string, filters = {}) => ({
	event: 'startsSoon',
	leadTime,
	leadTimeUnit,
	filters,
});

test('announces until the start, and nothing that has begun', async () => {
	const at = await service();
	const polling = pollingFor(at, soon(1, 'hours'));
	const announced = await found(polling, [0, 5, 24], {
		5: () => {
			at.book({ appointment_key: 'begins', start_date: iso(BEGIN + 5 * HOUR) });
			at.book({ appointment_key: 'has-begun', start_date: iso(BEGIN + 5 * HOUR - 1000) });
		},
	});
	expect(announced).toEqual(['begins at 5']);
});

describe('a lead time of 0', () => {
	const book = (at: Service, key: string, hour: number) =>
		at.book({ appointment_key: key, start_date: iso(BEGIN + hour * HOUR) });

	test('announces at the first poll after the start, once, and nothing that began before the first poll', async () => {
		const at = await service();
		book(at, 'before', -0.1);
		book(at, 'first', 0.5);
		book(at, 'next', 0.75);
		const polling = pollingFor(at, soon(0, 'minutes'));
		const announced = await found(polling, [0, 0.25, 0.5, 0.74, 0.9, 1], {
			1: () => book(at, 'booked-after-its-start', 0.8),
		});
		expect(announced).toEqual(['first at 0.5', 'next at 0.9']);
	});

	test('announces at most an hour late', async () => {
		const at = await service();
		book(at, 'too-late', 1.99);
		book(at, 'late', 2);
		expect(await found(pollingFor(at, soon(0, 'hours')), [0, 3])).toEqual(['late at 3']);
	});

	test('announces what began while polls failed or n8n was down', async () => {
		const at = await service();
		const polling = pollingFor(at, soon(0, 'hours'));
		await polling.activate();
		const [failed, down] = [0.2, 0.6];
		book(at, 'failed', failed);
		book(at, 'down', down);
		const fault = at.faults.add({ action: { kind: 'respond', status: 501 } });
		await expect(found(polling, [0.3])).rejects.toThrow();
		fault.remove();
		expect(await found(polling, [0.4])).toEqual(['failed at 0.4']);
		clock(BEGIN + HOUR);
		expect(keysOf(await polling.restart())).toEqual(['down']);
	});
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
	[soon(-1, 'hours'), '\'Lead Time\': "-1" is not a whole number of at least 0'],
	[soon(1.5, 'hours'), '\'Lead Time\': "1.5" is not a whole number of at least 0'],
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
