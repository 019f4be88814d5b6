import type { IDataObject } from 'n8n-workflow';

import { adapt } from '../../../nodes/AppointmentScheduling/watching/header';
import { seenOf, Snapshot } from '../../../nodes/AppointmentScheduling/watching/snapshot';

const MADRID = { account: 'one', zone: 'Europe/Madrid' };
const NEW_YORK = { account: 'one', zone: 'America/New_York' };

const appointment = (appointment_key: string, start_date = '2026-06-10T10:00:00'): IDataObject => ({
	appointment_key,
	start_date,
	status: 'CONFIRMED',
});
const startOf = (iso: string) => ({ start: Date.parse(iso) / 1000 });

test.each<[string, string, string, boolean]>([
	['goes on if at least one known appointment is still listed', 'a', 'ab', true],
	['records anew if none is', 'a', 'b', false],
	['records anew if only a delivery of the other account is', 'ad', 'd', false],
	['records anew if nothing is known', '', 'b', false],
])('with another token %s', (_what, known, present, expected) => {
	const listed = [...present].map((key) => appointment(key));
	const to = { ...MADRID, account: 'two' };
	const isDelivered = (key: string) => key === 'd';
	const snapshot = () =>
		Snapshot.of(
			[...known].map((key) => appointment(key)),
			MADRID.zone,
		);
	expect(adapt(snapshot(), { from: MADRID, to, listed, isDelivered })).toBe(expected);
	expect(adapt(snapshot(), { from: MADRID, to: MADRID, listed, isDelivered })).toBe(true);
});

describe('in another zone', () => {
	const local = appointment('local', '2026-06-10T10:00:30');
	const gone = appointment('gone', '2026-06-11T10:00:00');
	const exact = appointment('exact', '2026-06-10T10:00:00+02:00');

	test('converts starts without an offset, also of what is no longer listed', () => {
		const snapshot = Snapshot.of([local, gone, exact], NEW_YORK.zone);
		adapt(snapshot, { from: NEW_YORK, to: MADRID, listed: [local, exact] });
		expect(snapshot.get('local')).toMatchObject(startOf('2026-06-10T10:00:30+02:00'));
		expect(snapshot.get('gone')).toMatchObject(startOf('2026-06-11T10:00:00+02:00'));
		expect(snapshot.get('exact')).toMatchObject(startOf('2026-06-10T10:00:00+02:00'));
	});

	test('does not convert a start that was delivered with an offset', () => {
		const snapshot = Snapshot.of([{ ...exact, appointment_key: 'local' }], NEW_YORK.zone);
		const listed = [appointment('local')];
		adapt(snapshot, { from: NEW_YORK, to: MADRID, listed });
		expect(snapshot.get('local')).toMatchObject(startOf('2026-06-10T10:00:00+02:00'));
	});

	test('converts nothing if the service writes every start with an offset', () => {
		const unlisted = { ...exact, appointment_key: 'unlisted' };
		const snapshot = Snapshot.of([exact, unlisted], NEW_YORK.zone);
		adapt(snapshot, { from: NEW_YORK, to: MADRID, listed: [exact] });
		expect(snapshot.get('unlisted')).toMatchObject(startOf('2026-06-10T10:00:00+02:00'));
	});

	test('an appointment that began too early to be listed in the former zone is not new', () => {
		const [old, later] = [appointment('old'), appointment('later', '2026-06-10T20:00:00')];
		const snapshot = new Snapshot();
		const since = Date.parse('2026-06-10T13:00:00Z');
		adapt(snapshot, { from: MADRID, to: NEW_YORK, listed: [old, later], since });
		expect(snapshot.get('old')).toEqual(seenOf(old, NEW_YORK.zone));
		expect(snapshot.get('later')).toBeUndefined();
	});
});
