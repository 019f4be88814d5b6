import type { IDataObject } from 'n8n-workflow';

import { MOST_ROWS } from '../../../nodes/AppointmentScheduling/watching/book';
import {
	BEGIN,
	DAY,
	events,
	HOUR,
	iso,
	keysOf,
	MINUTE,
	pollingFor,
	service,
	warningsOf,
} from './support';

test.each(events)(
	'$event says what to set without a time zone, in the editor too',
	async (event) => {
		const at = await service();
		const polling = pollingFor(at, event, '');
		await expect(polling.pollManually()).rejects.toThrow("'Service Timezone': it is not set");
		await expect(polling.activate()).rejects.toThrow("'Service Timezone': it is not set");
		expect(at.requests.entries).toEqual([]);
	},
);

describe('more than 20,000 appointments', () => {
	const FULL = Array.from({ length: MOST_ROWS + 2 }, (_, index) => ({
		appointment_key: `key-${index}`,
		status: 'CONFIRMED',
		start_date: iso(BEGIN + HOUR + index * 1_000),
	}));
	const first = { appointment_key: 'first', start_date: iso(BEGIN + HOUR - 1) };
	const last = { appointment_key: 'last', start_date: iso(BEGIN + DAY) };

	async function polled(parameters: object) {
		const at = await service();
		const polling = pollingFor(at, { ...parameters });
		const poll = async (results: IDataObject[]) => {
			at.faults.clear();
			at.faults.add({ action: { kind: 'respond', status: 200, body: { results, next: null } } });
			return keysOf(await polling.tick());
		};
		return { poll, logged: warningsOf(polling) };
	}

	test('created: warns once, and reports only what starts before those that are known', async () => {
		const { poll, logged } = await polled({ event: 'created' });
		expect(await poll(FULL)).toEqual([]);
		expect(logged).toEqual([expect.stringMatching(/more than 20,000 appointments.*filters/)]);

		expect(await poll([first, ...FULL, last])).toEqual(['first']);
		expect(logged).toHaveLength(1);
	}, 30_000);

	test('startsSoon: announces each one once', async () => {
		const { poll, logged } = await polled({
			event: 'startsSoon',
			leadTime: 12,
			leadTimeUnit: 'hours',
		});
		expect(await poll(FULL)).toHaveLength(FULL.length);
		expect(await poll([first, ...FULL])).toEqual(['first']);
		expect(logged).toEqual([]);
	}, 30_000);
});

describe.each(events)('$event, a list that may lack appointments', (event) => {
	const body = { count: 9, next: null, results: [] };

	test('loses nothing, and says so in the log once an hour', async () => {
		const at = await service();
		at.book({ appointment_key: 'a', status: 'PENDING', start_date: iso(BEGIN + 5 * HOUR) });
		const polling = pollingFor(at, event);
		await polling.activate();
		at.reschedule('a', iso(BEGIN + HOUR));
		at.updateStatus('a', 'CONFIRMED');
		at.book({ appointment_key: 'b', status: 'PENDING', start_date: iso(BEGIN + HOUR) });
		const fault = at.faults.add({ action: { kind: 'respond', status: 200, body } });
		const logged = warningsOf(polling);
		const began = performance.now();
		for (const minutes of [0, 30, 59, 61]) {
			jest.spyOn(performance, 'now').mockReturnValue(began + minutes * MINUTE);
			expect(await polling.tick()).toBeUndefined();
		}
		const text = expect.stringContaining('the list may lack some');
		expect(logged).toEqual([text, text]);
		fault.remove();
		const expected: Record<string, string[]> = { created: ['b'], startsSoon: ['a', 'b'] };
		expect(keysOf(await polling.tick())).toEqual(expected[String(event.event)] ?? ['a']);
	});

	test('refuses the publication', async () => {
		const at = await service();
		at.faults.add({ action: { kind: 'respond', status: 200, body } });
		await expect(pollingFor(at, event).activate()).rejects.toThrow('9');
	});
});
