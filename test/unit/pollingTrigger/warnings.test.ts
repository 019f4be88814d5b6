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
	published,
	service,
	warningsOf,
	type Booking,
} from './support';

test('of more than 20,000 appointments, Created warns once, and reports only what starts before those that are known', async () => {
	const full = Array.from({ length: MOST_ROWS + 2 }, (_, index) => ({
		appointment_key: `key-${index}`,
		start_date: iso(BEGIN + HOUR + index * 1_000),
	}));
	const first = { appointment_key: 'first', start_date: iso(BEGIN + HOUR - 1) };
	const last = { appointment_key: 'last', start_date: iso(BEGIN + DAY) };
	const at = await service();
	const polling = pollingFor(at, { event: 'created' });
	const logged = warningsOf(polling);
	for (const [results, reported] of [
		[full, []],
		[[first, ...full, last], ['first']],
	] as const) {
		at.faults.clear();
		at.faults.add({ action: { kind: 'respond', status: 200, body: { results, next: null } } });
		expect(keysOf(await polling.tick())).toEqual(reported);
		expect(logged).toEqual([expect.stringMatching(/more than 20,000 appointments/)]);
	}
}, 30_000);

describe.each(events)('$event, a list that may lack appointments', (event) => {
	const body = { count: 9, next: null, results: [] };
	const pending: Booking[] = [
		{ appointment_key: 'a', status: 'PENDING', start_date: iso(BEGIN + 5 * HOUR) },
	];

	test('fails once an hour, says why, and loses nothing', async () => {
		const { at, polling } = await published(event, pending);
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

	test('reports what it shows, and the log says why some may be missing', async () => {
		const { at, polling } = await published(event, pending);
		const logged = warningsOf(polling);
		at.reschedule('a', iso(BEGIN + HOUR));
		at.updateStatus('a', 'CONFIRMED');
		at.book({ status: 'PENDING', start_date: iso(BEGIN + HOUR) });
		const results = at.appointments.list().map((one) => at.shown(one));
		const partial = { count: 9, next: null, results };
		at.faults.add({ action: { kind: 'respond', status: 200, body: partial } });
		expect(await polling.tick()).not.toBeUndefined();
		expect(logged).toEqual([expect.stringContaining('reported 9 entries')]);
	});
});

test('a list that moves while it is read fails no poll', async () => {
	const { at, polling } = await published({ event: 'created' });
	const shown = [1, 2].map((n) => at.shown(at.book({ start_date: iso(BEGIN + n * HOUR) })));
	const pages = [
		{ count: 2, next: '?page=2', results: [shown[0]] },
		{ count: 3, next: null, results: [shown[0]] },
	];
	for (const items of [1, undefined]) {
		for (const body of pages) {
			at.faults.add({ times: 1, action: { kind: 'respond', status: 200, body } });
		}
		expect((await polling.tick())?.length).toBe(items);
	}
	expect(await polling.tick()).toHaveLength(1);
});
