import { BEGIN, clock, DAY, HOUR, iso, keysOf, MINUTE, pollingFor, service } from './support';

const created = { event: 'created' };

test('reports what starts up to a day before the poll, and nothing earlier', async () => {
	const at = await service();
	const polling = pollingFor(at, created);
	await polling.activate();

	at.book({ appointment_key: 'on-the-edge', start_date: iso(BEGIN - DAY) });
	at.book({ appointment_key: 'too-old', start_date: iso(BEGIN - DAY - 1000) });
	expect(keysOf(await polling.tick())).toEqual(['on-the-edge']);
});

test('reports a booking once it matches the status filter, unless it existed at the first poll', async () => {
	const at = await service();
	at.seed(1, { appointment_key: 'known', status: 'PENDING', start_date: iso(BEGIN + DAY) });
	const polling = pollingFor(at, { ...created, filters: { status: ['CONFIRMED'] } });
	await polling.activate();
	at.book({ appointment_key: 'new', status: 'PENDING', start_date: iso(BEGIN + DAY) });
	expect(await polling.tick()).toBeUndefined();

	at.updateStatus('known', 'CONFIRMED');
	expect(await polling.tick()).toBeUndefined();
	at.updateStatus('new', 'CONFIRMED');
	expect(keysOf(await polling.tick())).toEqual(['new']);
	at.updateStatus('new', 'PENDING');
	await polling.tick();
	at.updateStatus('new', 'CONFIRMED');
	expect(await polling.tick()).toBeUndefined();
});

test('does not report an appointment again that left the list for a while', async () => {
	const at = await service();
	at.seed(2, { start_date: iso(BEGIN + DAY) });
	const polling = pollingFor(at, created);
	await polling.activate();
	const whole = at.matching.bind(at);
	at.matching = (filters) => whole(filters).slice(1);
	at.requests.clear();
	await polling.tick();
	expect(at.requests.total).toBe(1);
	at.matching = whole;
	expect(await polling.tick()).toBeUndefined();
});

test('reports a canceled booking only if the filters ask for it', async () => {
	const at = await service();
	const [without, only] = [false, true].map((isCancelled) =>
		pollingFor(at, { ...created, filters: { isCancelled } }),
	);
	await without!.activate();
	await only!.activate();
	at.book({ appointment_key: 'a', status: 'CANCELED', start_date: iso(BEGIN + DAY) });
	expect(await without!.tick()).toBeUndefined();
	expect(keysOf(await only!.tick())).toEqual(['a']);
});

test("reports nothing twice after n8n's clock was set back", async () => {
	const at = await service();
	const polling = pollingFor(at, created);
	await polling.activate();
	at.book({ appointment_key: 'once', start_date: iso(BEGIN - DAY + MINUTE) });
	expect(keysOf(await polling.tick())).toEqual(['once']);
	clock(BEGIN + HOUR);
	expect(await polling.tick()).toBeUndefined();
	clock(BEGIN);
	expect(await polling.tick()).toBeUndefined();
});

test('watches fewer appointments with date filters, never more', async () => {
	const at = await service();
	const filters = {
		startDate: '2026-06-12T00:00:00Z',
		endDate: '2026-06-13',
		createdAt: '={{ null ?? "2026-06-10" }}',
	};
	const options = { timezone: 'Europe/Madrid' };
	const polling = pollingFor(at, { ...created, filters, options }, 'America/New_York');
	await polling.activate();
	for (const day of ['2026-06-11', '2026-06-12', '2026-06-13', '2026-06-14']) {
		at.book({ appointment_key: day, start_date: `${day}T12:00:00Z`, created_at: iso(BEGIN) });
	}
	at.book({ appointment_key: 'early', start_date: '2026-06-11T23:59:59Z', created_at: iso(BEGIN) });
	expect(keysOf(await polling.tick())).toEqual(['2026-06-12', '2026-06-13']);

	const old = pollingFor(at, { ...created, filters: { startDate: '2020-01-01' } });
	await old.activate();
	at.book({ appointment_key: 'too-old', start_date: iso(BEGIN - 9 * DAY) });
	expect(await old.tick()).toBeUndefined();
});
