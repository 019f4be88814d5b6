import type { INodeParameters } from 'n8n-workflow';

import { BEGIN, DAY, HOUR, iso, keysOf, pollingFor, service } from './support';

const events: INodeParameters[] = [
	{ event: 'created' },
	{ event: 'rescheduled' },
	{ event: 'statusChanged' },
	{ event: 'startsSoon', leadTime: 1, leadTimeUnit: 'hours' },
];

describe.each(events)('a test in the editor, $event', (event) => {
	test('shows up to three appointments to come, each time, and keeps nothing', async () => {
		const at = await service();
		at.seed(2, { start_date: iso(BEGIN - HOUR) });
		const coming = at.seed(5, (index) => ({
			status: 'CONFIRMED',
			start_date: iso(BEGIN + (index + 1) * DAY),
		}));
		const polling = pollingFor(at, event);
		const isChange = event.event === 'rescheduled' || event.event === 'statusChanged';
		const expected = coming.slice(0, 3).map((appointment) => {
			const data = at.shown(appointment);
			const previous = { start_date: data.start_date, status: 'CONFIRMED' };
			const leadTime = { value: 1, unit: 'hours' };
			const isReminder = event.event === 'startsSoon';
			return {
				json: {
					event: event.event,
					data,
					...(isChange && { previous }),
					...(isReminder && { leadTime }),
				},
			};
		});

		expect(await polling.pollManually()).toEqual(expected);
		expect(await polling.pollManually()).toEqual(expected);
		expect(polling.staticData).toEqual({});
	});

	test('is no poll of the active workflow', async () => {
		const at = await service();
		const polling = pollingFor(at, event);
		await polling.activate();
		at.book({ status: 'CONFIRMED', start_date: iso(BEGIN + HOUR) });
		const before = polling.staticData;
		expect(await polling.pollManually()).toHaveLength(1);
		expect(polling.staticData).toEqual(before);
	});

	test('shows a canceled one unless it would not be announced', async () => {
		const at = await service();
		at.book({ status: 'CANCELED', start_date: iso(BEGIN + HOUR) });
		const shown = pollingFor(at, event).pollManually();
		if (event.event !== 'startsSoon') expect(await shown).toHaveLength(1);
		else await expect(shown).rejects.toThrow('No upcoming appointment');
	});

	test('keeps to the filters, and says so if there is nothing to show', async () => {
		const at = await service();
		const start_date = iso(BEGIN + HOUR);
		for (const status of ['PENDING', 'NO_SHOW', 'CANCELED', 'CONFIRMED'] as const) {
			at.book({ appointment_key: status, status, start_date });
		}
		const shown = async (filters: INodeParameters) =>
			keysOf(await pollingFor(at, { ...event, filters }).pollManually()).sort();

		expect(await shown({ status: ['NO_SHOW', 'CANCELED'] })).toEqual(['CANCELED', 'NO_SHOW']);
		await expect(shown({ searchCode: 'none-such' })).rejects.toThrow('No upcoming appointment');
		if (event.event === 'startsSoon') expect(await shown({})).not.toContain('CANCELED');
	});
});
