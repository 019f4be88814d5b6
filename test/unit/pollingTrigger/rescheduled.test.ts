import { BEGIN, DAY, found, HOUR, iso, keysOf, pollingFor, service } from './support';

const confirmed = { event: 'rescheduled', filters: { status: ['CONFIRMED'] } };
const key = 'a';

test('reports an appointment that was moved with another status once it matches the status filter', async () => {
	const at = await service({ dialect: { statusAfterReschedule: 'PENDING' } });
	at.book({ appointment_key: key, status: 'CONFIRMED', start_date: iso(BEGIN + HOUR) });
	const polling = pollingFor(at, confirmed);
	const moved = () => at.reschedule(key, iso(BEGIN + 9 * DAY));
	expect(await found(polling, [0, 1, 96], { 1: moved })).toEqual([]);
	at.updateStatus(key, 'CONFIRMED');
	expect(await polling.tick()).toMatchObject([
		{ json: { previous: { start_date: at.zone.iso(BEGIN + HOUR) } } },
	]);
});

test('reports an appointment that matched the status filter only after booking and was then moved', async () => {
	const at = await service();
	const polling = pollingFor(at, confirmed);
	await polling.activate();
	at.book({ appointment_key: key, status: 'PENDING', start_date: iso(BEGIN + HOUR) });
	expect(await polling.tick()).toBeUndefined();
	at.updateStatus(key, 'CONFIRMED');
	at.reschedule(key, iso(BEGIN + DAY));
	expect(await polling.tick()).toMatchObject([
		{ json: { previous: { start_date: at.zone.iso(BEGIN + HOUR), status: 'PENDING' } } },
	]);
	expect(await polling.tick()).toBeUndefined();
});

test.each([
	[{}, ['kept']],
	[{ status: ['CANCELED'] }, ['canceled']],
])('with the filters %j, reports what was moved of %j', async (filters, expected) => {
	const at = await service();
	for (const [appointment_key, status] of [
		['kept', 'CONFIRMED'],
		['canceled', 'CANCELED'],
	] as const) {
		at.book({ appointment_key, status, start_date: iso(BEGIN + HOUR) });
	}
	const polling = pollingFor(at, { event: 'rescheduled', filters });
	await polling.activate();
	for (const each of ['kept', 'canceled']) {
		at.reschedule(each, iso(BEGIN + DAY));
	}
	expect(keysOf(await polling.tick())).toEqual(expected);
});
