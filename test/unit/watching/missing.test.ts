import {
	MissingAppointments,
	type Missing,
} from '../../../nodes/AppointmentScheduling/watching/missing';
import { json, talkTo } from '../service/support';

const NOW = Date.parse('2026-06-10T10:00:00Z');
const MINUTE = 60_000;

const missing = (count: number, startsIn = 1_000): Missing[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `id-${index}`,
		key: `key-${index}`,
		start: NOW + (startsIn - index) * MINUTE,
	}));

/** A service that shows these appointments by key, and the others not at all. */
function searching(shown: Record<string, string> = {}, canceled: string[] = []) {
	const search = new MissingAppointments();
	let asked: string[] = [];
	let lists = 0;
	let isDown = false;
	const { client } = talkTo(({ url }) => {
		const key = /appointments\/([^/]+)\/$/.exec(url)?.[1] ?? '';
		asked.push(key);
		if (isDown) return json({}, 403);
		const status = shown[key];
		return status ? json({ appointment_key: key, status }) : json({}, 404);
	});
	const idOf = ({ appointment_key: key }: { appointment_key?: unknown }) =>
		String(key).replace('key', 'id');
	const listCanceled = async () => {
		lists += 1;
		return canceled.map((key) => ({ appointment_key: key, status: 'CANCELED' }));
	};
	return {
		/** Which keys were asked for, how many lists were read, and which are canceled. */
		async check(left: Missing[], now = NOW) {
			[asked, lists] = [[], 0];
			const found = await search.canceledAmong(left, { client, idOf, listCanceled }, now);
			return { asked, lists, found: found.map(({ appointment_key: key }) => key) };
		},
		fail: (fails: boolean) => void (isDown = fails),
	};
}

test('asks for the soonest 20 in one check, and for the others in the next one', async () => {
	const left = missing(50);
	const { check } = searching(Object.fromEntries(left.map(({ key }) => [key, 'CONFIRMED'])));
	const { asked } = await check(left);
	expect(asked.sort()).toEqual(
		left
			.slice(-20)
			.map(({ key }) => key)
			.sort(),
	);
	const second = await check(left);
	expect(second.asked).toHaveLength(20);
});

test('asks again after 1, 2, 4 … checks, then every hour, and not after the start', async () => {
	const { check } = searching({ 'key-0': 'CONFIRMED' });
	const left = missing(1, 24 * 60);
	const askedIn: number[] = [];
	for (let minute = 0; minute < 26 * 60; minute += 1) {
		const { asked } = await check(left, NOW + minute * MINUTE);
		if (asked.length > 0) askedIn.push(minute);
	}
	expect(askedIn.slice(0, 9)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
	expect(askedIn.at(-1)).toBeLessThan(24 * 60);
});

test('looks for unknown keys and for what gets 404 in one list of canceled appointments', async () => {
	const left = [...missing(3), { id: 'id-9', key: undefined, start: NOW + MINUTE }];
	const { check } = searching({ 'key-0': 'CANCELED_CLIENT' }, ['key-1', 'key-9', 'key-77']);
	expect(await check(left)).toEqual({
		asked: expect.arrayContaining(['key-0', 'key-1', 'key-2']),
		lists: 1,
		found: ['key-0', 'key-1', 'key-9'],
	});
});

test('finds a cancellation that the list of canceled appointments shows later', async () => {
	const canceled: string[] = [];
	const { check } = searching({}, canceled);
	expect((await check(missing(1))).found).toEqual([]);
	canceled.push('key-0');
	expect((await check(missing(1))).found).toEqual(['key-0']);
});

test('a failed check counts as none', async () => {
	const { check, fail } = searching({ 'key-0': 'CANCELED' });
	fail(true);
	await expect(check(missing(1))).rejects.toMatchObject({ status: 403 });
	fail(false);
	expect((await check(missing(1))).found).toEqual(['key-0']);
});

test('asks at once for what was back in the list meanwhile', async () => {
	const { check } = searching({ 'key-0': 'CONFIRMED' });
	for (let time = 0; time < 5; time += 1) await check(missing(1));
	await check([]);
	expect((await check(missing(1))).asked).toEqual(['key-0']);
});
