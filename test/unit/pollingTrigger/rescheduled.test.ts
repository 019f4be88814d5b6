import { BEGIN, clock, DAY, HOUR, iso, keysOf, pollingFor, service } from './support';

const rescheduled = { event: 'rescheduled' };

test('reports an appointment that was moved into the last day, or while n8n was down', async () => {
	const at = await service();
	const [a, b] = at.seed(2, { start_date: iso(BEGIN + DAY) });
	const polling = pollingFor(at, rescheduled);
	await polling.activate();
	at.reschedule(a!.appointment_key, iso(BEGIN - DAY));
	expect(keysOf(await polling.tick())).toEqual([a!.appointment_key]);
	at.reschedule(b!.appointment_key, iso(BEGIN + 2 * DAY));
	clock(BEGIN + HOUR);
	expect(keysOf(await polling.restart())).toEqual([b!.appointment_key]);
});

test('reports an appointment that was moved with another status once it matches the status filter', async () => {
	const at = await service({ dialect: { statusAfterReschedule: 'PENDING' } });
	const { appointment_key: key } = at.book({ status: 'CONFIRMED', start_date: iso(BEGIN + HOUR) });
	const polling = pollingFor(at, { ...rescheduled, filters: { status: ['CONFIRMED'] } });
	await polling.activate();
	at.reschedule(key, iso(BEGIN + 9 * DAY));
	expect(await polling.tick()).toBeUndefined();
	clock(BEGIN + 4 * DAY);
	expect(await polling.tick()).toBeUndefined();

	at.updateStatus(key, 'CONFIRMED');
	expect(await polling.tick()).toMatchObject([
		{ json: { previous: { start_date: at.zone.iso(BEGIN + HOUR) } } },
	]);
});

test('reports an appointment that matched the status filter only after booking and was then moved', async () => {
	const at = await service();
	const polling = pollingFor(at, { ...rescheduled, filters: { status: ['CONFIRMED'] } });
	await polling.activate();
	const { appointment_key: key } = at.book({ status: 'PENDING', start_date: iso(BEGIN + HOUR) });
	expect(await polling.tick()).toBeUndefined();
	at.updateStatus(key, 'CONFIRMED');
	at.reschedule(key, iso(BEGIN + DAY));

	expect(await polling.tick()).toMatchObject([
		{ json: { previous: { start_date: at.zone.iso(BEGIN + HOUR), status: 'PENDING' } } },
	]);
	expect(await polling.tick()).toBeUndefined();
});
