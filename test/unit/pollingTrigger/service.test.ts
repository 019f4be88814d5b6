import type { INodeParameters } from 'n8n-workflow';

import { BEGIN, iso, keysOf, MINUTE, pollingFor, service } from './support';

const soon: INodeParameters = { event: 'startsSoon', leadTime: 1, leadTimeUnit: 'hours' };

test('reports appointments whose keys are numbers or whose starts are not dates', async () => {
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
	const reported: unknown[] = [];
	for (const event of ['startsSoon', 'created', 'rescheduled', 'statusChanged']) {
		const polling = pollingFor(at, { ...soon, event });
		answers({ results: [] });
		await polling.activate();
		answers({ results });
		reported.push(keysOf(await polling.tick()));
		answers({ results: results.map((each) => ({ ...each, status: 'CONFIRMED' })) });
		reported.push(keysOf(await polling.tick()));
	}
	expect(reported).toEqual([
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

	expect(at.requests.of('GET').length).toBeLessThan(150);
});
