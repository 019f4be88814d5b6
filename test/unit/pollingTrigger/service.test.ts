import type { INodeParameters } from 'n8n-workflow';

import { BEGIN, clock, DAY, HOUR, iso, keysOf, MINUTE, pollingFor, service } from './support';

const soon: INodeParameters = { event: 'startsSoon', leadTime: 1, leadTimeUnit: 'hours' };

test.each([
	['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
	['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
	['Etc/GMT+12', 'Pacific/Kiritimati'],
	['Asia/Kathmandu', 'America/St_Johns'],
])(
	'misses nothing at either end of the span if the service is in %s and the workflow in %s',
	async (zone, here) => {
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
	},
);

test('copes with keys that are numbers, missing keys and starts that are not dates', async () => {
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

test('reports each of 5,000 appointments once, with few requests', async () => {
	const at = await service({ dialect: 'paged' });
	const polling = pollingFor(at, { event: 'created' });
	await polling.activate();
	at.seed(5_000, (index) => ({ status: 'CONFIRMED', start_date: iso(BEGIN + index * MINUTE) }));
	expect(new Set(keysOf(await polling.tick())).size).toBe(5_000);
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
