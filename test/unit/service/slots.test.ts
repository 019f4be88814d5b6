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

function service(rows: object[], own: unknown = row('own')) {
	return talkTo(({ url }) =>
		new URL(url).pathname.endsWith('/own/') ? json(own) : json({ results: rows }),
	);
}

it('asks for that moment on whatever clock the service reads, in the calendar of the appointment', async () => {
	const { client, requests } = service([]);
	expect(await occupantOf(client, 'own', start, zone)).toBeUndefined();
	expect(Object.fromEntries(new URL(requests[1]?.url ?? '').searchParams)).toEqual({
		calendar_key: 'calendar',
		start_date: '2026-04-29T12:00:00',
		end_date: '2026-05-03T12:00:00',
	});
});

it('is unknown if the list may lack appointments and nobody is found in it', async () => {
	const counting = (rows: object[]) =>
		talkTo(({ url }) =>
			new URL(url).pathname.endsWith('/own/')
				? json(row('own'))
				: json({ results: rows, count: 9, next: null }),
		);
	expect(await failureOf(occupantOf(counting([]).client, 'own', start, zone))).toMatchObject({
		message: expect.stringContaining('reported 9 entries but returned 0'),
		remedy: expect.stringContaining("'Check Slot'"),
	});
	expect(await occupantOf(counting([row('other')]).client, 'own', start, zone)).toBe('code-other');
});

it('names who is there, at whatever offset the start is written', async () => {
	const other = row('other', { start_date: '2026-05-01T08:00:00Z' });
	expect(await occupantOf(service([row('own'), other]).client, 'own', start, zone)).toBe(
		'code-other',
	);
	const coded = row('other', { search_code: null });
	expect(await occupantOf(service([coded]).client, 'own', start, zone)).toBe('other');
});

it('finds its calendar in a wrapped answer too', async () => {
	const { client } = service([row('other')], { data: row('own') });
	expect(await occupantOf(client, 'own', start, zone)).toBe('code-other');
});

it.each([
	['itself', row('own')],
	['itself, in capitals', row('OWN')],
	['a cancelled one', row('other', { status: 'CANCELED_CLIENT' })],
	['another start', row('other', { start_date: '2026-05-01T10:00:00+01:00' })],
])('is not kept away by %s', async (_what, other) => {
	expect(await occupantOf(service([other]).client, 'own', start, zone)).toBeUndefined();
});

it('reads keys that the service writes as numbers', async () => {
	const own = { ...row('own'), appointment_key: 5, calendar: { calendar_key: 7 } };
	const { client, requests } = talkTo(({ url }) =>
		new URL(url).pathname.endsWith('/5/') ? json(own) : json({ results: [own] }),
	);
	expect(await occupantOf(client, '5', start, zone)).toBeUndefined();
	expect(new URL(requests[1]?.url ?? '').searchParams.get('calendar_key')).toBe('7');
});

it('does not guess when the calendar is unknown', async () => {
	const { client } = service([], { appointment_key: 'own' });
	expect(await failureOf(occupantOf(client, 'own', start, zone))).toMatchObject({
		message: expect.stringContaining('which calendar'),
		remedy: expect.stringContaining('Check Slot'),
	});
});
