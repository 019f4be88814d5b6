import type { Service } from '../../stand-in';
import {
	BEGIN,
	clock,
	DAY,
	ended,
	found,
	HOUR,
	iso,
	keysOf,
	pollingFor,
	published,
	service,
} from './support';

/** Books an appointment, which ends half an hour later. */
const bookAt = (at: Service, appointment_key: string, start: number, booking = {}) =>
	at.book({ appointment_key, status: 'CONFIRMED', start_date: iso(start), ...booking });

test('runs once, the delay after the end, with the start and the delay', async () => {
	const at = await service();
	bookAt(at, 'a', BEGIN);
	const polling = pollingFor(at, ended());
	expect(await polling.activate()).toBeUndefined();
	clock(BEGIN + 1.5 * HOUR - 1);
	expect(await polling.tick()).toBeUndefined();
	clock(BEGIN + 1.5 * HOUR);
	expect(await polling.tick()).toEqual([
		{
			json: {
				event: 'ended',
				data: expect.objectContaining({ appointment_key: 'a' }),
				appointment: expect.objectContaining({ appointment_key: 'a', status: 'CONFIRMED' }),
				start: {
					iso: '2026-06-10T12:00:00+02:00',
					date: '2026-06-10',
					time: '12:00',
					weekday: 'Wednesday',
				},
				delay: { value: 1, unit: 'hours' },
			},
		},
	]);
	expect(await polling.tick()).toBeUndefined();
	expect(await polling.restart()).toBeUndefined();
});

const endAt = (ms: number) => ({ end: { dateTime: iso(ms), timeZone: 'Europe/Madrid' } });

test.each<[fields: object, minutes: number]>([
	[{}, 30],
	[endAt(BEGIN + 45 * 60_000), 45],
	[endAt(BEGIN - HOUR), 30],
	[{ end: 'soon' }, 30],
	[endAt(BEGIN + 6 * DAY), 6 * 24 * 60],
])('the end of an appointment with %j is after %i minutes', async (fields, minutes) => {
	const at = await service();
	const appointment = {
		appointment_key: 'a',
		status: 'CONFIRMED',
		start_date: iso(BEGIN),
		...fields,
	};
	at.faults.add({ action: { kind: 'respond', status: 200, body: { results: [appointment] } } });
	const polling = pollingFor(at, ended({ delay: 0 }));
	const hours = minutes / 60;
	expect(await found(polling, [0, hours - 0.01, hours])).toEqual([`a at ${hours}`]);
});

test('does not run if the delay passed while the workflow was not published', async () => {
	const { at, polling } = await published(ended());
	bookAt(at, 'a', BEGIN);
	bookAt(at, 'b', BEGIN + 2 * HOUR);
	clock(BEGIN + 3 * HOUR);
	expect(await polling.activate()).toBeUndefined();
	expect(await found(polling, [3.4, 3.5])).toEqual(['b at 3.5']);
});

test('another version of a published workflow loses nothing', async () => {
	const { at, polling } = await published(ended());
	bookAt(at, 'a', BEGIN);
	clock(BEGIN + 3 * HOUR);
	expect(keysOf(await polling.activate(undefined, 'update'))).toEqual(['a']);
});

test.each([ended({ delay: 2 }), ended({ filters: { ownerUser: 'ana' } })])(
	'with other settings (%j), it goes on from the previous poll, and nobody is announced twice',
	async (others) => {
		const at = await service();
		const ana = { owner_user: 'ana' };
		bookAt(at, 'first', BEGIN, ana);
		bookAt(at, 'other', BEGIN - HOUR, { owner_user: 'ben', status: 'PENDING_PAYMENT' });
		bookAt(at, 'due-meanwhile', BEGIN + 2 * HOUR, ana);
		bookAt(at, 'later', BEGIN + 9 * HOUR, ana);
		const polling = pollingFor(at, ended());
		expect(await found(polling, [0, 2])).toEqual(['first at 2']);
		clock(BEGIN + 6 * HOUR);
		at.updateStatus('other', 'ATTENDED');
		expect(keysOf(await polling.activate(others, 'update'))).toEqual(['due-meanwhile']);
		expect(await found(polling, [7, 13])).toEqual(['later at 13']);
	},
);

test.each([{}, { status: ['ATTENDED'] }])(
	'with the filters %j, what passes within two days after it was due runs then, once',
	async (filters) => {
		const at = await service();
		for (const key of ['evening', 'last', 'too-late']) {
			bookAt(at, key, BEGIN, { status: 'PENDING_PAYMENT' });
		}
		const announced = await found(pollingFor(at, ended({ filters })), [0, 2, 10, 11, 49.4, 49.6], {
			10: () => at.updateStatus('evening', 'ATTENDED'),
			11: () => at.updateStatus('evening', 'NO_SHOW'),
			49.4: () => {
				at.updateStatus('evening', 'ATTENDED');
				at.updateStatus('last', 'ATTENDED');
			},
			49.6: () => at.updateStatus('too-late', 'ATTENDED'),
		});
		expect(announced).toEqual(['evening at 10', 'last at 49.4']);
	},
);

test('what is moved after its run runs once more only if the new start is after that run', async () => {
	const at = await service();
	bookAt(at, 'earlier', BEGIN);
	bookAt(at, 'later', BEGIN);
	const announced = await found(pollingFor(at, ended()), [0, 2, 3, 4, 9], {
		3: () => {
			at.reschedule('earlier', iso(BEGIN + 2 * HOUR));
			at.reschedule('later', iso(BEGIN + 2.1 * HOUR));
		},
	});
	expect(announced).toEqual(['earlier at 2', 'later at 2', 'later at 4']);
});

test('each poll lists only the starts that may become due', async () => {
	const { at } = await published(ended({ delay: 180, delayUnit: 'days' }));
	const [request] = at.requests.of('GET', /appointments\/$/);
	const asked = new URLSearchParams(request!.query);
	const days = (name: string) => (BEGIN - Date.parse(`${asked.get(name)}Z`)) / DAY;
	// The filters have no offset, so they are up to two and a half days wider.
	expect(days('start_date')).toBeGreaterThanOrEqual(189);
	expect(days('start_date')).toBeLessThan(192);
	expect(days('end_date')).toBeLessThanOrEqual(180);
	expect(days('end_date')).toBeGreaterThan(177);
});
