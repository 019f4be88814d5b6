import {
	events,
	BEGIN,
	DAY,
	iso,
	keysOf,
	listDialects,
	MINUTE,
	pollingFor,
	service,
} from './support';

describe.each(listDialects)('a service that speaks %j', (dialect) => {
	test.each(events)('$event: reports the same', async (event) => {
		const zone = 'Europe/Madrid';
		const at = await service({ zone, dialect: { pagination: 'offset', pageSize: 3, ...dialect } });
		at.seed(7, (index) => ({ status: 'PENDING', start_date: iso(BEGIN + (index + 2) * DAY) }));
		const [first] = at.appointments.list();
		const polling = pollingFor(at, event);
		expect(keysOf(await polling.activate())).toEqual([]);

		const told: unknown[] = [];
		const changes = [
			() => at.book({ appointment_key: 'new', start_date: iso(BEGIN + 30 * MINUTE) }),
			() => at.reschedule(first!.appointment_key, iso(BEGIN + 40 * MINUTE)),
			() => at.updateStatus(first!.appointment_key, 'CONFIRMED'),
			() => at.updateStatus(first!.appointment_key, 'CANCELED_CLIENT'),
		];
		for (const change of changes) {
			change();
			told.push(...keysOf(await polling.tick()));
			expect(await polling.tick()).toBeUndefined();
		}
		const key = first!.appointment_key;
		const expected: Record<string, unknown[]> = {
			created: ['new'],
			rescheduled: [key],
			statusChanged: [key, key],
			startsSoon: ['new', key],
		};
		expect(told).toEqual(expected[String(event.event)]);
	});
});
