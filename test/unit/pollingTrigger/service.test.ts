import type { INodeParameters } from 'n8n-workflow';

import { spanFilters } from '../../../nodes/AppointmentScheduling/service/values/span';
import { dialects, type DialectName } from '../../stand-in';
import { Zone } from '../../stand-in/zone';
import { BEGIN, clock, DAY, HOUR, iso, keysOf, MINUTE, pollingFor, service } from './support';

const soon: INodeParameters = { event: 'startsSoon', leadTime: 1, leadTimeUnit: 'hours' };

test.each([
	['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
	['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
	['Etc/GMT+12', 'Pacific/Kiritimati'],
	['Asia/Kathmandu', 'America/St_Johns'],
])('a service in %s, a workflow in %s: nothing is missed at either end', async (zone, here) => {
	const at = await service({ zone });
	const polling = pollingFor(at, soon, here);
	await polling.activate();
	at.book({ appointment_key: 'first', start_date: iso(BEGIN) });
	at.book({ appointment_key: 'last', start_date: iso(BEGIN + HOUR + MINUTE) });
	clock(BEGIN + MINUTE);
	expect(keysOf(await polling.tick())).toEqual(['first', 'last']);

	const created = pollingFor(at, { event: 'created' }, here);
	await created.activate();
	at.book({ appointment_key: 'yesterday', start_date: iso(BEGIN + MINUTE - DAY) });
	expect(keysOf(await created.tick())).toEqual(['yesterday']);
});

test('the span holds every moment on every clock', () => {
	const zones = ['Etc/GMT+12', 'Pacific/Kiritimati', 'Europe/Madrid', 'Australia/Lord_Howe', 'UTC'];
	for (
		let from = Date.parse('2026-01-01T00:00:00Z');
		from < Date.parse('2027-01-01');
		from += DAY / 3
	) {
		for (const here of zones) {
			const to = from + HOUR;
			const { start_date, end_date } = spanFilters(from, to, here);
			for (const there of zones.map((name) => new Zone(name))) {
				expect(there.wall(from) >= start_date!).toBe(true);
				expect(there.wall(to) <= end_date!).toBe(true);
			}
		}
	}
});

test.each(Object.keys(dialects) as DialectName[])('speaks %s', async (like) => {
	const at = await service({ dialect: { like, pageSize: 2 } });
	at.seed(7, { status: 'CONFIRMED', start_date: iso(BEGIN + 30 * MINUTE) });
	const { service_keys } = at.appointments.list()[0]!;
	const filters = { serviceKeys: service_keys, isCancelled: false };
	const wanted = at.matching({ service_keys }).map(({ appointment_key }) => appointment_key);
	const polling = pollingFor(at, { ...soon, filters });
	expect(keysOf(await polling.activate())).toEqual(wanted);
	expect(wanted.length).toBeGreaterThan(0);
	expect(await polling.tick()).toBeUndefined();

	const statuses = pollingFor(at, { event: 'statusChanged', filters });
	await statuses.activate();
	at.updateStatus(wanted[0]!, 'NO_SHOW');
	expect(keysOf(await statuses.tick())).toEqual([wanted[0]]);
});

test('keys that are numbers, starts that are none, and appointments without a key', async () => {
	const at = await service();
	const results = [
		{ appointment_key: 17, status: 'PENDING', start_date: iso(BEGIN + MINUTE) },
		{ status: 'PENDING', start_date: iso(BEGIN + MINUTE) },
		{ appointment_key: 'no-start', status: 'PENDING' },
		{ appointment_key: 'odd-start', status: 'PENDING', start_date: 'soon' },
	];
	const answers = (body: object) => {
		at.faults.clear();
		at.faults.add({ action: { kind: 'respond', status: 200, body } });
	};
	const told: unknown[] = [];
	for (const event of ['startsSoon', 'created', 'rescheduled', 'statusChanged']) {
		const polling = pollingFor(at, { ...soon, event });
		answers({ results: [] });
		await polling.activate();
		answers({ results });
		told.push(keysOf(await polling.tick()));
		answers({ results: results.map((each) => ({ ...each, status: 'CONFIRMED' })) });
		told.push(keysOf(await polling.tick()));
	}
	expect(told).toEqual([
		[17],
		[],
		[17, 'no-start', 'odd-start'],
		[],
		[],
		[],
		[],
		[17, 'no-start', 'odd-start'],
	]);
});

test('5,000 appointments: all told of once, in a state that stays small', async () => {
	const at = await service({ dialect: 'paged' });
	const polling = pollingFor(at, { event: 'created' });
	await polling.activate();
	at.seed(5_000, (index) => ({ status: 'CONFIRMED', start_date: iso(BEGIN + index * MINUTE) }));
	expect(new Set(keysOf(await polling.tick())).size).toBe(5_000);
	expect(JSON.stringify(polling.staticData).length).toBeLessThan(5_000 * 20 + 1_000);
	expect(await polling.tick()).toBeUndefined();

	const statuses = pollingFor(at, { event: 'statusChanged' });
	await statuses.activate();
	for (const { appointment_key } of at.appointments.list()) {
		at.updateStatus(appointment_key, 'ATTENDED');
	}
	expect(await statuses.tick()).toHaveLength(5_000);
	expect(await statuses.tick()).toBeUndefined();
	expect(at.requests.of('GET').length).toBeLessThan(300);
});
