import { BEGIN, clock, DAY, iso, keysOf, pollingFor, service } from './support';

const EVENTS = ['created', 'rescheduled', 'statusChanged'];
const START = iso(BEGIN + DAY);

// Other accounts and renewed tokens: test/simulation.
test('reports what was booked during a month without polls', async () => {
	const at = await service();
	const polling = pollingFor(at, { event: 'created' });
	await polling.activate();
	clock(BEGIN + 30 * DAY);
	at.book({ appointment_key: 'meanwhile', start_date: iso(BEGIN + 40 * DAY) });
	expect(keysOf(await polling.restart())).toEqual(['meanwhile']);
});

describe('another time zone, where the service writes starts without an offset', () => {
	const inZone = (event: string, timezone: string) => ({
		event,
		filters: { status: ['CONFIRMED'] },
		options: { timezone },
	});

	test.each(EVENTS)('%s: reports no change, whatever the status', async (event) => {
		const at = await service({ zone: 'Europe/Madrid', dialect: { dates: 'local' } });
		const [kept] = at.seed(2, { status: 'CONFIRMED', start_date: START });
		const [pending, left] = at.seed(2, { status: 'CONFIRMED', start_date: iso(BEGIN + 3 * DAY) });
		const polling = pollingFor(at, inZone(event, 'Asia/Tokyo'));
		await polling.activate();
		// Its former state is kept while it does not match the filter, and while it is not in the list.
		at.updateStatus(pending!.appointment_key, 'PENDING');
		at.book({ status: 'CONFIRMED', start_date: START });
		const whole = at.matching.bind(at);
		at.matching = (filters) =>
			whole(filters).filter(({ appointment_key: key }) => key !== left!.appointment_key);
		await polling.tick();

		expect(await polling.activate(inZone(event, 'Europe/Madrid'))).toBeUndefined();
		at.matching = whole;
		expect(await polling.tick()).toBeUndefined();
		at.updateStatus(pending!.appointment_key, 'CONFIRMED');
		const expected = event === 'statusChanged' ? [pending!.appointment_key] : [];
		expect(keysOf(await polling.tick())).toEqual(expected);

		const former = at.shown(kept!).start_date;
		at.reschedule(kept!.appointment_key, iso(BEGIN + 2 * DAY));
		const [item] = (await polling.tick()) ?? [];
		expect(item?.json.previous).toEqual(
			event === 'rescheduled' ? { start_date: former, status: 'CONFIRMED' } : undefined,
		);
	});
});
