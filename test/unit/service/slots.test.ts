import { occupantOf } from '../../../nodes/AppointmentScheduling/service/slots';
import { failureOf, json, talkTo } from './support';

const start = '2026-05-01T10:00:00+02:00';
const zone = 'Europe/Madrid';

const row = (appointment_key: string, changes: object = {}) => ({
	appointment_key,
	search_code: `code-${appointment_key}`,
	status: 'CONFIRMED',
	start_date: start,
	calendar: { calendar_key: 'calendar' },
	...changes,
});

/** Who is in the way of an appointment that moves to `start`, in a calendar with these others. */
async function occupant(rows: object[], own: object = {}, duration?: number) {
	const { client, requests } = talkTo(() => json({ results: rows }));
	const moving = row('own', { start_date: '2026-05-08T10:00:00+02:00', ...own });
	return { found: await occupantOf(client, moving, start, zone, duration), requests };
}

it('lists the calendar of the appointment around the new start', async () => {
	const { found, requests } = await occupant([]);
	expect(found).toBeUndefined();
	expect(Object.fromEntries(new URL(requests[0]?.url ?? '').searchParams)).toEqual({
		calendar_key: 'calendar',
		start_date: '2026-04-28T12:00:00',
		end_date: '2026-05-03T12:00:00',
	});
});

it('fails if the list may be incomplete', async () => {
	const { client } = talkTo(() => json({ results: [], count: 9, next: null }));
	expect(await failureOf(occupantOf(client, row('own'), start, zone))).toMatchObject({
		message: expect.stringContaining('reported 9 entries but returned 0'),
		remedy: expect.stringContaining("'Check Slot'"),
	});
});

it.each([
	['starts at that time, whatever the offset', { start_date: '2026-05-01T08:00:00Z' }],
	['lasts until after it', { start_date: '2026-05-01T09:00:00', end_date: '2026-05-01T10:01:00' }],
])('finds another appointment that %s', async (_what, other) => {
	expect((await occupant([row('other', other)])).found).toBe('code-other');
	expect((await occupant([row('other', { ...other, search_code: null })])).found).toBe('other');
});

it.each([
	['itself', row('own')],
	['itself, in capitals', row('OWN')],
	['a canceled one', row('other', { status: 'CANCELED_CLIENT' })],
	['another start', row('other', { start_date: '2026-05-01T10:00:00+01:00' })],
	['one that ends then', row('other', { start_date: '2026-05-01T09:30:00', duration: 30 })],
	['another calendar', row('other', { calendar: { calendar_key: 'room 2' } })],
])('ignores %s', async (_what, other) => {
	expect((await occupant([other])).found).toBeUndefined();
});

it.each([
	['09:31:00', 'code-other'],
	['09:30:00', undefined],
	['10:29:00', 'code-other'],
	['10:30:00', undefined],
])('with a duration of 30 minutes at 10:00, another appointment at %s: %s', async (time, found) => {
	const other = row('other', { start_date: `2026-05-01T${time}` });
	expect((await occupant([other], {}, 30)).found).toBe(found);
});

it('reads keys that the service writes as numbers', async () => {
	const own = { appointment_key: 5, calendar: { calendar_key: 7 } };
	const { found, requests } = await occupant([row('5', own)], own);
	expect(found).toBeUndefined();
	expect(new URL(requests[0]?.url ?? '').searchParams.get('calendar_key')).toBe('7');
});

it('fails if the calendar of the appointment is unknown', async () => {
	const failure = await failureOf(occupant([], { calendar: null }));
	expect(failure).toMatchObject({
		message: expect.stringContaining('which calendar'),
		remedy: expect.stringContaining('Check Slot'),
	});
});
