import { comparableKey } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import { Book } from '../../../../nodes/AppointmentScheduling/watching/former/book';
import { MissingAppointments } from '../../../../nodes/AppointmentScheduling/watching/former/missing';
import { stateOf } from '../../../../nodes/AppointmentScheduling/watching/former/state';
import { json, talkTo } from '../../service/support';

const NOW = Date.parse('2026-06-10T10:00:00Z');
const MINUTE = 60_000;

const appointments = (count: number, startsIn = 1_000) =>
	Array.from({ length: count }, (_, index) => ({
		appointment_key: `key-${index}`,
		status: 'CONFIRMED',
		start_date: new Date(NOW + (startsIn - index) * MINUTE).toISOString(),
	}));

/** A service that shows these appointments by key, and these among the canceled ones. */
function searching(shown: Record<string, string> = {}, canceled: string[] = []) {
	const search = new MissingAppointments();
	let asked: string[] = [];
	let lists = 0;
	let isDown = false;
	const { client } = talkTo(({ url }) => {
		const key = /appointments\/([^/?]+)\/$/.exec(url)?.[1];
		if (isDown) return json({}, 403);
		if (key === undefined) {
			lists += 1;
			const listed = url.includes('is_cancelled=true') ? canceled : [];
			return json(listed.map((each) => ({ appointment_key: each, status: 'CANCELED' })));
		}
		asked.push(key);
		const status = shown[key];
		return status ? json({ appointment_key: key, status }) : json({}, 404);
	});
	return {
		/** Which keys were asked for, how many lists were read, and which are canceled. */
		async check(left: ReturnType<typeof appointments>, now = NOW, delivered: typeof left = []) {
			[asked, lists] = [[], 0];
			const book = new Book();
			for (const data of left) {
				const key = comparableKey(data.appointment_key)!;
				const seen = { by: 'record', state: stateOf(data), at: NOW } as const;
				const rules = { isWanted: () => false, graceMs: 0, lagMs: 0 };
				book.observe(key, data.appointment_key, seen, rules);
			}
			for (const { appointment_key: key, start_date } of delivered) {
				const state = stateOf({ start_date, status: 'CONFIRMED' });
				const event = 'appointment.created';
				const observed = { by: 'delivery', event, state, at: NOW, receivedAt: NOW } as const;
				const rules = { isWanted: () => true, graceMs: 0, lagMs: 0 };
				book.observe(comparableKey(key)!, key, observed, rules);
			}
			const wanted = { client, filters: {}, since: now, zone: 'utc' };
			const found = await search.canceledAmong(book, [], wanted, now);
			return { asked, lists, found: found.map(({ appointment_key: key }) => key) };
		},
		fail: (fails: boolean) => void (isDown = fails),
	};
}

test('asks for the soonest 20 in one check, and for the others in the next one', async () => {
	const left = appointments(50);
	const { check } = searching(
		Object.fromEntries(left.map(({ appointment_key: key }) => [key, 'CONFIRMED'])),
	);
	const { asked } = await check(left);
	expect(asked.sort()).toEqual(
		left
			.slice(-20)
			.map(({ appointment_key: key }) => key)
			.sort(),
	);
	const second = await check(left);
	expect(second.asked).toHaveLength(20);
});

test('asks for those that were only delivered as well, after those that were listed', async () => {
	const [later, ...left] = appointments(20);
	const sooner = { ...later!, appointment_key: 'sooner', start_date: left.at(-1)!.start_date };
	const unknown = { ...later!, appointment_key: 'unknown', start_date: '' };
	const { check } = searching({ sooner: 'CANCELED' });
	const { asked, found } = await check(left, NOW, [later!, sooner, unknown]);
	expect(asked.sort()).toEqual([...left.map(({ appointment_key: key }) => key), 'sooner'].sort());
	expect(found).toEqual(['sooner']);
});

test('asks again after 1, 2, 4 … checks, then every hour, and not after the start', async () => {
	const { check } = searching({ 'key-0': 'CONFIRMED' });
	const left = appointments(1, 24 * 60);
	const askedIn: number[] = [];
	for (let minute = 0; minute < 26 * 60; minute += 1) {
		const { asked } = await check(left, NOW + minute * MINUTE);
		if (asked.length > 0) askedIn.push(minute);
	}
	expect(askedIn.slice(0, 9)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
	expect(askedIn.at(-1)).toBeLessThan(24 * 60);
});

test('looks for what gets 404 in one list of canceled appointments', async () => {
	const { check } = searching({ 'key-0': 'CANCELED_CLIENT' }, ['key-1', 'key-77']);
	expect(await check(appointments(3))).toEqual({
		asked: expect.arrayContaining(['key-0', 'key-1', 'key-2']),
		lists: 1,
		found: ['key-0', 'key-1'],
	});
});

test('a failed check counts as none', async () => {
	const { check, fail } = searching({ 'key-0': 'CANCELED' });
	fail(true);
	await expect(check(appointments(1))).rejects.toMatchObject({ status: 403 });
	fail(false);
	expect((await check(appointments(1))).found).toEqual(['key-0']);
});
