import type { INodeParameters } from 'n8n-workflow';

import type { Service } from '../../stand-in';
import { BEGIN, DAY, ended, HOUR, iso, keysOf, pollingFor, service, soon } from './support';

const over = ended({ delay: 2, delayUnit: 'days' });
const none = { start_date: null, status: null, calendar_key: null };

/** Books appointments of all kinds, and the same again later. */
async function booked(): Promise<Service> {
	const at = await service();
	for (const [suffix, days] of [
		['-later', 2],
		['', 1],
	] as const) {
		const book = (key: string, start: number, status: 'ATTENDED' | 'CONFIRMED' | 'CANCELED') =>
			at.book({ appointment_key: key + suffix, status, start_date: iso(BEGIN + start) });
		book('canceled', days * DAY, 'CANCELED');
		book('confirmed', days * DAY + HOUR, 'CONFIRMED');
		book('over', -days * DAY, 'ATTENDED');
		book('canceled-over', -days * DAY + HOUR, 'CANCELED');
	}
	at.book({ appointment_key: 'running', status: 'IN_PROGRESS', start_date: iso(BEGIN - 60_000) });
	return at;
}

test.each<[INodeParameters, string, object]>([
	[{ event: 'created' }, 'confirmed', {}],
	[{ event: 'rescheduled' }, 'confirmed', { previous: none }],
	[{ event: 'statusChanged' }, 'canceled', { previous: none }],
	[{ event: 'canceled' }, 'canceled', { previous: none }],
	[soon(1, 'hours'), 'confirmed', { leadTime: { value: 1, unit: 'hours' } }],
	[over, 'over', { delay: { value: 2, unit: 'days' } }],
])(
	'the test event of %j is one item that is true of its appointment, and stores nothing',
	async (parameters, key, more) => {
		const at = await booked();
		const polling = pollingFor(at, parameters);
		const data = at.shown(at.appointments.get(key)!);
		const start = expect.objectContaining({ weekday: expect.any(String) });
		const appointment = expect.objectContaining({ appointment_key: key });
		const expected = [{ json: { event: parameters.event, data, appointment, start, ...more } }];
		expect(await polling.pollManually()).toEqual(expected);
		const [item] = (await polling.pollManually())!;
		expect(Object.entries(item!.json)).toEqual(Object.entries(expected[0]!.json));
		expect(polling.staticData).toEqual({});
	},
);

test('canceled: shows nothing else, whatever the service lists', async () => {
	const at = await booked();
	const body = { results: [at.shown(at.appointments.get('confirmed')!)] };
	at.faults.add({ method: 'GET', action: { kind: 'respond', status: 200, body } });
	const polling = pollingFor(at, { event: 'canceled' });
	await expect(polling.pollManually()).rejects.toThrow('Nothing to show yet');
});

test.each([
	[20, 25],
	[30, 48],
	[50, 48],
])(
	'startsSoon: an appointment in %i hours has the lead time for which it runs now, or first (%i hours)',
	async (hours, leadTime) => {
		const at = await service();
		at.book({ status: 'CONFIRMED', start_date: iso(BEGIN + hours * HOUR) });
		const leadTimes = [25, 48, 2].map((value) => ({ leadTime: value, leadTimeUnit: 'hours' }));
		const options = { moreLeadTimes: { leadTimes } };
		const [item] = (await pollingFor(at, { ...soon(1, 'hours'), options }).pollManually())!;
		expect(item!.json.leadTime).toEqual({ value: leadTime, unit: 'hours' });
	},
);

test.each<[INodeParameters, RegExp]>([
	[{ event: 'created' }, /^Book an appointment that starts in the future/],
	[{ event: 'canceled' }, /^Book an appointment that .* and cancel it/],
	[{ event: 'statusChanged' }, /^No coming appointment .* Change the status of one, or/],
	[over, /^No appointment of the last 7 days is over/],
])('%j: without one, an error says how to make one', async (parameters, how) => {
	await expect(pollingFor(await service(), parameters).pollManually()).rejects.toMatchObject({
		message: 'Nothing to show yet',
		description: expect.stringMatching(how),
	});
});

test('created: shows no canceled appointment, although the filters ask for it', async () => {
	const polling = pollingFor(await booked(), {
		event: 'created',
		filters: { status: ['CANCELED'] },
	});
	await expect(polling.pollManually()).rejects.toThrow('Nothing to show yet');
});

test('statusChanged: shows the last one of the past days if none is coming, e.g. for no-shows', async () => {
	const at = await booked();
	for (const days of [1, 2, 8]) {
		const start_date = iso(BEGIN - days * DAY);
		at.book({ appointment_key: `missed-${days}`, status: 'NO_SHOW', start_date });
	}
	const changed = (status: string) => ({ event: 'statusChanged', filters: { status: [status] } });
	expect(keysOf(await pollingFor(at, changed('NO_SHOW')).pollManually())).toEqual(['missed-1']);
	expect(keysOf(await pollingFor(at, changed('CONFIRMED')).pollManually())).toEqual(['confirmed']);
});

test('canceled: shows a canceled appointment, although the filters ask for the others', async () => {
	const at = await booked();
	const polling = pollingFor(at, { event: 'canceled', filters: { isCancelled: false } });
	expect(keysOf(await polling.pollManually())).toEqual(['canceled']);
	const asked = at.requests.entries.map(({ query }) => new URLSearchParams(query));
	expect(asked.map((query) => query.get('is_cancelled'))).toEqual(['true']);
});
