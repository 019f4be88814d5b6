import type { IDataObject } from 'n8n-workflow';

import { adapt, type Header } from '../../../nodes/AppointmentScheduling/watching/header';
import { seenOf, Snapshot } from '../../../nodes/AppointmentScheduling/watching/snapshot';

const MADRID: Header = { account: 'one', zone: 'Europe/Madrid' };
const NEW_YORK: Header = { account: 'one', zone: 'America/New_York' };

const appointment = (key: string, start_date: string): IDataObject => ({
	appointment_key: key,
	start_date,
	status: 'CONFIRMED',
});

function known(appointments: IDataObject[], { zone }: Header): Snapshot {
	const snapshot = new Snapshot();
	for (const data of appointments) {
		snapshot.set(String(data.appointment_key), seenOf(data, zone));
	}
	return snapshot;
}

const moment = (iso: string) => Date.parse(iso) / 1000;

test('goes on with another token if at least one known appointment is still listed', () => {
	const listed = [appointment('a', '2026-06-10T10:00:00'), appointment('b', '2026-06-10T11:00:00')];
	const [first] = listed;
	const other = { account: 'two', zone: MADRID.zone };

	expect(adapt(known([first!], MADRID), { from: MADRID, to: other, listed })).toBe(true);
});

test('records anew if the list of another account has no known appointment', () => {
	const before = known([appointment('a', '2026-06-10T10:00:00')], MADRID);
	const listed = [appointment('b', '2026-06-10T10:00:00')];
	const other = { account: 'two', zone: MADRID.zone };

	expect(adapt(before, { from: MADRID, to: other, listed })).toBe(false);
	expect(adapt(before, { from: MADRID, to: MADRID, listed })).toBe(true);
	// Nothing shows whose empty state it is.
	expect(adapt(new Snapshot(), { from: MADRID, to: other, listed })).toBe(false);
});

test('in another zone converts starts without an offset, also of what is no longer listed', () => {
	const local = appointment('a', '2026-06-10T10:00:30');
	const gone = appointment('b', '2026-06-11T10:00:00');
	const exact = appointment('c', '2026-06-10T10:00:00+02:00');
	const snapshot = known([local, gone, exact], NEW_YORK);

	adapt(snapshot, { from: NEW_YORK, to: MADRID, listed: [local, exact] });

	expect(snapshot.get('a')?.start).toBe(moment('2026-06-10T10:00:30+02:00'));
	expect(snapshot.get('b')?.start).toBe(moment('2026-06-11T10:00:00+02:00'));
	expect(snapshot.get('c')?.start).toBe(moment('2026-06-10T10:00:00+02:00'));
});

test('does not convert a start that was delivered with an offset', () => {
	const listed = [appointment('a', '2026-06-10T10:00:00')];
	const snapshot = known([appointment('a', '2026-06-10T10:00:00+02:00')], NEW_YORK);

	adapt(snapshot, { from: NEW_YORK, to: MADRID, listed });

	expect(snapshot.get('a')?.start).toBe(moment('2026-06-10T10:00:00+02:00'));
});

test('converts nothing if the service writes every start with an offset', () => {
	const listed = [appointment('a', '2026-06-10T10:00:00+02:00')];
	const snapshot = known([...listed, appointment('b', '2026-06-10T10:00:00+02:00')], NEW_YORK);

	adapt(snapshot, { from: NEW_YORK, to: MADRID, listed });

	expect(snapshot.get('b')?.start).toBe(moment('2026-06-10T10:00:00+02:00'));
});

test('records anew although a delivery of the other account is listed', () => {
	const delivered = appointment('b', '2026-06-10T10:00:00');
	const before = known([appointment('a', '2026-06-10T10:00:00'), delivered], MADRID);
	const other = { account: 'two', zone: MADRID.zone };
	const isDelivered = (key: string) => key === 'b';

	expect(adapt(before, { from: MADRID, to: other, listed: [delivered], isDelivered })).toBe(false);
});

test('an appointment that began too early to be listed in the former zone is not new', () => {
	const old = appointment('old', '2026-06-10T10:00:00');
	const later = appointment('later', '2026-06-10T20:00:00');
	const snapshot = new Snapshot();
	const since = moment('2026-06-10T13:00:00Z') * 1000;

	adapt(snapshot, { from: MADRID, to: NEW_YORK, listed: [old, later], since });

	expect(snapshot.get('old')).toEqual(seenOf(old, NEW_YORK.zone));
	expect(snapshot.get('later')).toBeUndefined();
});
