import type { IDataObject } from 'n8n-workflow';

import { BEGIN, clock, events, iso, keysOf, MINUTE, pollingFor, service } from './support';

describe.each(events)('$event: static data', (event) => {
	async function polled() {
		const at = await service();
		const polling = pollingFor(at, event);
		at.seed(2, { status: 'PENDING', start_date: iso(BEGIN + 50 * MINUTE) });
		await polling.activate();
		return { at, polling };
	}

	test('is not written by a poll without news', async () => {
		const { polling } = await polled();
		const workflow = polling.load();
		clock(BEGIN + MINUTE);
		const context = polling.pollContext(workflow);
		expect(await polling.poll(context)).toBeUndefined();
		expect(workflow.staticData.__dataChanged).not.toBe(true);
	});

	test.each<IDataObject>([{ choice: 1 }, { book: 'none', announced: '[]\n7\nnone' }])(
		'that is invalid (%j) makes the trigger start over',
		async (odd) => {
			const { at, polling } = await polled();
			const { name } = polling.installed.node;
			polling.staticData = { [`node:${name}`]: { ...polling.nodeStaticData, ...odd } };
			for (const { appointment_key: key } of at.appointments.list()) {
				at.reschedule(key, iso(BEGIN + 30 * MINUTE));
				at.updateStatus(key, 'CONFIRMED');
			}
			const again = event.event === 'startsSoon' ? 2 : 0;
			expect(keysOf(await polling.restart())).toHaveLength(again);
		},
	);
});

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
	for (const event of events) {
		const polling = pollingFor(at, event);
		answers({ results: [] });
		await polling.activate();
		answers({ results });
		reported.push(keysOf(await polling.tick()));
		answers({ results: results.map((each) => ({ ...each, status: 'CONFIRMED' })) });
		reported.push(keysOf(await polling.tick()));
	}
	const all = [17, 'no-start', 'odd-start'];
	// Created, Rescheduled, Status Changed, Starting Soon.
	expect(reported).toEqual([all, [], [], [], [], all, [17], []]);
});
