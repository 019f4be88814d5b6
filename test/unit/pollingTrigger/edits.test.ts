import type { Appointment } from '../../stand-in';
import {
	BEGIN,
	clock,
	DAY,
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

const START = iso(BEGIN + DAY);
const ben = { event: 'created', filters: { ownerUser: 'ben' } };
const ana = { event: 'created', filters: { ownerUser: 'ana' } };

/** Published with the filter `ben`. There are old appointments of both, and both were booked since. */
async function edited(shape: 'samples' | 'document') {
	const booking = (appointment_key: string, owner_user: string): Booking => {
		return { appointment_key, owner_user, status: 'CONFIRMED', start_date: START };
	};
	const existing = [booking('old-ana', 'ana'), booking('old-ben', 'ben')];
	const { at, polling } = await published(ben, existing, { shape });
	const book = (key: string, owner: string) => at.book(booking(key, owner));
	clock(BEGIN + 2 * HOUR);
	book('before-ana', 'ana');
	clock(BEGIN + 3 * HOUR);
	expect(await polling.tick()).toBeUndefined();
	clock(BEGIN + 3 * HOUR + 30_000);
	book('new-ana', 'ana');
	clock(BEGIN + 3 * HOUR + MINUTE);
	return { at, polling, book };
}

test('after an edit of filters, Created reports what was created since the previous poll, and nothing older', async () => {
	const { polling, book } = await edited('samples');
	const logged = warningsOf(polling);
	expect(keysOf(await polling.activate(ana, 'update'))).toEqual(['new-ana']);
	book('next', 'ana');
	expect(keysOf(await polling.tick())).toEqual(['next']);
	expect(logged).toEqual([]);
});

test('without created_at, they are recorded, and the log says so', async () => {
	const { polling, book } = await edited('document');
	const logged = warningsOf(polling);
	expect(await polling.activate(ana, 'update')).toBeUndefined();
	expect(logged).toEqual([expect.stringMatching(/do not say when they were created/)]);
	book('next', 'ana');
	expect(keysOf(await polling.tick())).toEqual(['next']);
});

test('an appointment that is known from before the edit is reported when it changes', async () => {
	const { at, polling } = await edited('samples');
	const statuses = (status: string) => ({ event: 'statusChanged', filters: { status: [status] } });
	await polling.activate(statuses('NO_SHOW'));
	at.updateStatus('old-ana', 'ATTENDED');
	expect(keysOf(await polling.activate(statuses('ATTENDED'), 'update'))).toEqual(['old-ana']);
});

test.each([
	['lacks some', [{ count: 9, next: null, results: [] }]],
	[
		'has moved',
		[
			{ count: 2, next: '?page=2', results: [{ appointment_key: 'x', start_date: START }] },
			{ count: 1, next: null, results: [] },
		],
	],
])(
	'the edit holds until a list was read that lacks nothing, if the first one %s',
	async (_how, bodies) => {
		const { at, polling } = await edited('document');
		for (const body of bodies) {
			at.faults.add({ times: 1, action: { kind: 'respond', status: 200, body } });
		}
		expect(await polling.activate(ana, 'update')).toBeUndefined();
		expect(await polling.tick()).toBeUndefined();
		at.book({ appointment_key: 'next', owner_user: 'ana', start_date: START });
		expect(keysOf(await polling.tick())).toEqual(['next']);
	},
);

test('another label of a calendar is no edit', async () => {
	const at = await service({ shape: 'document' });
	const [{ calendar }] = at.seed(1, { start_date: START }) as [Appointment];
	const created = (cachedResultName: string) => {
		const value = calendar.calendar_key;
		const filters = { calendar: { __rl: true, mode: 'list', value, cachedResultName } };
		return { event: 'created', filters };
	};
	const polling = pollingFor(at, created('Before'));
	await polling.activate();
	const { appointment_key: key } = at.book({ start_date: START, calendar });
	expect(keysOf(await polling.activate(created('Renamed'), 'update'))).toEqual([key]);
});

test('another event begins anew', async () => {
	const { at, polling } = await edited('samples');
	at.updateStatus('old-ana', 'ATTENDED');
	const changed = { event: 'statusChanged' };
	expect(await polling.activate(changed, 'update')).toBeUndefined();
	at.updateStatus('old-ana', 'CONFIRMED');
	expect(keysOf(await polling.tick())).toEqual(['old-ana']);
});
