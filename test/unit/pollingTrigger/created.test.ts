import { BEGIN, DAY, found, iso, keysOf, pollingFor, service } from './support';

const created = { event: 'created' };

test('reports a booking once it matches the status filter, unless it existed at the first poll', async () => {
	const at = await service();
	const pending = { status: 'PENDING', start_date: iso(BEGIN + DAY) } as const;
	at.seed(1, { appointment_key: 'known', ...pending });
	const polling = pollingFor(at, { ...created, filters: { status: ['CONFIRMED'] } });
	const bookings = await found(polling, [0, 1, 2, 3, 4, 5], {
		1: () => at.book({ appointment_key: 'new', ...pending }),
		2: () => at.updateStatus('known', 'CONFIRMED'),
		3: () => at.updateStatus('new', 'CONFIRMED'),
		4: () => at.updateStatus('new', 'PENDING'),
		5: () => at.updateStatus('new', 'CONFIRMED'),
	});
	expect(bookings).toEqual(['new at 3']);
});

test.each([{}, { isCancelled: true }, { status: ['CANCELED'] }])(
	'a canceled booking is never created (filters: %j)',
	async (filters) => {
		const at = await service();
		const polling = pollingFor(at, { ...created, filters });
		await polling.activate();
		at.book({ appointment_key: 'a', status: 'CANCELED', start_date: iso(BEGIN + DAY) });
		expect(await polling.tick()).toBeUndefined();
	},
);

test('date filters only ever exclude appointments', async () => {
	const at = await service();
	const filters = {
		startDate: '2026-06-12T00:00:00Z',
		endDate: '2026-06-13',
		createdAt: '={{ null ?? "2026-06-10" }}',
	};
	const options = { timezone: 'Europe/Madrid' };
	const polling = pollingFor(at, { ...created, filters, options }, 'America/New_York');
	const old = pollingFor(at, { ...created, filters: { startDate: '2020-01-01' } });
	await polling.activate();
	await old.activate();
	const created_at = iso(BEGIN);
	for (const day of ['2026-06-11', '2026-06-12', '2026-06-13', '2026-06-14']) {
		at.book({ appointment_key: day, start_date: `${day}T12:00:00Z`, created_at });
	}
	at.book({ appointment_key: 'early', start_date: '2026-06-11T23:59:59Z', created_at });
	at.book({ appointment_key: 'too-old', start_date: iso(BEGIN - 9 * DAY), created_at });
	expect(keysOf(await polling.tick())).toEqual(['2026-06-12', '2026-06-13']);
	expect(keysOf(await old.tick())).not.toContain('too-old');
});
