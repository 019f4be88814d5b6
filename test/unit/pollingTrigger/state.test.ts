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
		const context = polling.pollContext({ workflow });
		expect(await polling.installed.nodeType.poll!.call(context)).toBeNull();
		expect(workflow.staticData.__dataChanged).not.toBe(true);
	});

	test.each<IDataObject>([{ choice: 1 }, { snapshot: 'none' }])(
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

test('reports an appointment without a valid start, whatever the date filters', async () => {
	const at = await service();
	const polling = pollingFor(at, {
		event: 'statusChanged',
		filters: { startDate: '2026-06-10', endDate: '2026-06-20' },
	});
	const answers = (status: string) => {
		const results = [{ appointment_key: 'odd', status, start_date: 'soon' }];
		at.faults.clear();
		at.faults.add({ action: { kind: 'respond', status: 200, body: { results } } });
	};
	answers('PENDING');
	await polling.activate();
	answers('CONFIRMED');
	expect(keysOf(await polling.tick())).toEqual(['odd']);
});
