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
		expect(logged).toEqual([expect.stringMatching(/more than 20,000 appointments/)]);

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

	test('fails once an hour, says why, and loses nothing', async () => {
		const at = await service();
		at.book({ appointment_key: 'a', status: 'PENDING', start_date: iso(BEGIN + 5 * HOUR) });
		const polling = pollingFor(at, event);
		await polling.activate();
		at.reschedule('a', iso(BEGIN + HOUR));
		at.updateStatus('a', 'CONFIRMED');
		at.book({ appointment_key: 'b', status: 'PENDING', start_date: iso(BEGIN + HOUR) });
		const began = performance.now();
		const failed: number[] = [];
		for (const minutes of [0, 30, 59, 61]) {
			at.faults.clear();
			const counted = { ...body, count: 900 + minutes };
			at.faults.add({ action: { kind: 'respond', status: 200, body: counted } });
			jest.spyOn(performance, 'now').mockReturnValue(began + minutes * MINUTE);
			await polling.tick().catch((error: Error) => {
				expect(error.message).toMatch(
					/reported 9\d\d entries but returned 0\. The next poll reads it/,
				);
				failed.push(minutes);
			});
		}
		expect(failed).toEqual([0, 61]);
		at.faults.clear();
		const expected: Record<string, string[]> = { created: ['b'], startsSoon: ['a', 'b'] };
		expect(keysOf(await polling.tick())).toEqual(expected[String(event.event)] ?? ['a']);
	});

	test('does not stop the publication, which is made up later', async () => {
		const at = await service();
		at.book({ appointment_key: 'a', status: 'CONFIRMED', start_date: iso(BEGIN + HOUR) });
		const polling = pollingFor(at, event);
		const logged = warningsOf(polling);
		const fault = at.faults.add({ action: { kind: 'respond', status: 200, body } });
		expect(await polling.activate()).toBeUndefined();
		expect(logged).toEqual([expect.stringContaining('reported 9 entries')]);
		fault.remove();
		expect(keysOf(await polling.tick())).toEqual(event.event === 'startsSoon' ? ['a'] : []);
		at.reschedule('a', iso(BEGIN + 2 * HOUR));
		at.updateStatus('a', 'PENDING');
		at.book({ appointment_key: 'b', status: 'CONFIRMED', start_date: iso(BEGIN + 2 * HOUR) });
		const expected: Record<string, string[]> = { created: ['b'], startsSoon: [] };
		expect(keysOf(await polling.tick())).toEqual(expected[String(event.event)] ?? ['a']);
	});

	test('reports what it shows, and the log says why some may be missing', async () => {
		const at = await service();
		const key = at.book({ status: 'PENDING', start_date: iso(BEGIN + 5 * HOUR) }).appointment_key;
		const polling = pollingFor(at, event);
		const logged = warningsOf(polling);
		await polling.activate();
		at.reschedule(key, iso(BEGIN + HOUR));
		at.updateStatus(key, 'CONFIRMED');
		const added = at.book({ status: 'PENDING', start_date: iso(BEGIN + HOUR) });
		const results = [key, added.appointment_key].map((one) => at.shown(at.appointments.get(one)!));
		const partial = { count: 9, next: null, results };
		at.faults.add({ action: { kind: 'respond', status: 200, body: partial } });
		expect(await polling.tick()).not.toBeUndefined();
		expect(logged).toEqual([expect.stringContaining('reported 9 entries')]);
	});
});

test('a list that moves while it is read fails no poll', async () => {
	const at = await service();
	const polling = pollingFor(at, { event: 'created' });
	await polling.activate();
	const shown = [1, 2].map((n) => at.shown(at.book({ start_date: iso(BEGIN + n * HOUR) })));
	const pages = [
		{ count: 2, next: '?page=2', results: [shown[0]] },
		{ count: 3, next: null, results: [shown[0]] },
	];
	for (const body of pages) {
		at.faults.add({ times: 1, action: { kind: 'respond', status: 200, body } });
	}
	expect(await polling.tick()).toHaveLength(1);
	for (const body of pages) {
		at.faults.add({ times: 1, action: { kind: 'respond', status: 200, body } });
	}
	expect(await polling.tick()).toBeUndefined();
	expect(await polling.tick()).toHaveLength(1);
});
