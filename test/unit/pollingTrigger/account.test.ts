import { credentialOf } from '../../stand-in';
import { BEGIN, clock, DAY, found, iso, keysOf, pollingFor, service, withhold } from './support';

const START = iso(BEGIN + DAY);

// More of other accounts and renewed tokens: test/simulation.
test.each([
	['of the same account, with the right to list them only', true, ['a']],
	['of another account', false, []],
])(
	'a new token that may not read the known appointments by their keys is one %s',
	async (_whose, isSame, reported) => {
		const [before, other] = [await service(), await service()];
		before.book({ appointment_key: 'a', status: 'CONFIRMED', start_date: START });
		const polling = pollingFor(before, { event: 'statusChanged' });
		await polling.activate();
		const after = isSame ? before : other;
		Object.assign(after, { token: 'new-token' });
		const path = /appointments\/.+/;
		after.faults.add({ method: 'GET', path, action: { kind: 'respond', status: 403 } });
		before.updateStatus('a', 'PENDING');
		after.book({ appointment_key: 'b', status: 'CONFIRMED', start_date: START });
		const data = { ...credentialOf(after), timezone: 'Europe/Madrid' };
		Object.assign(polling.installed.credentialsHelper, { data });
		expect(keysOf(await polling.tick())).toEqual(reported);
	},
);

test('reports what was booked during a month without polls', async () => {
	const at = await service();
	const polling = pollingFor(at, { event: 'created' });
	await polling.activate();
	clock(BEGIN + 30 * DAY);
	at.book({ appointment_key: 'meanwhile', start_date: iso(BEGIN + 40 * DAY) });
	expect(keysOf(await polling.restart())).toEqual(['meanwhile']);
});

test.each(['created', 'rescheduled', 'statusChanged'])(
	'%s: reports no change in another time zone, where the service writes starts without an offset',
	async (event) => {
		const inZone = (timezone: string) => ({
			event,
			filters: { status: ['CONFIRMED'] },
			options: { timezone },
		});
		const at = await service({ zone: 'Europe/Madrid', dialect: { dates: 'local' } });
		const status = 'CONFIRMED';
		const kept = at.book({ appointment_key: 'kept', status, start_date: START });
		at.book({ appointment_key: 'pending', status, start_date: iso(BEGIN + 3 * DAY) });
		at.book({ appointment_key: 'left', status, start_date: iso(BEGIN + 3 * DAY) });
		const polling = pollingFor(at, inZone('Asia/Tokyo'));
		await polling.activate();
		// Its former state is kept while it does not match the filter, and while it is not in the list.
		at.updateStatus('pending', 'PENDING');
		at.book({ status, start_date: START });
		const listAgain = withhold(at, 'left');
		await polling.tick();

		expect(await polling.activate(inZone('Europe/Madrid'))).toBeUndefined();
		const changes = await found(polling, [0, 1], {
			0: listAgain,
			1: () => at.updateStatus('pending', status),
		});
		expect(changes).toEqual(event === 'statusChanged' ? ['pending at 1'] : []);

		const former = at.shown(kept).start_date;
		at.reschedule('kept', iso(BEGIN + 2 * DAY));
		const [item] = (await polling.tick()) ?? [];
		expect(item?.json.previous).toEqual(
			event === 'rescheduled' ? { start_date: former, status } : undefined,
		);
	},
);
