import type { INodeParameters } from 'n8n-workflow';

import { readableStart } from '../../../nodes/AppointmentScheduling/service/values/readable';
import { BEGIN, DAY, events, HOUR, iso, keysOf, pollingFor, service } from './support';

describe.each(events)('the test event of $event', (event) => {
	const isReminder = event.event === 'startsSoon';
	const size = isReminder ? 1 : 3;

	test('shows upcoming appointments in the format of the event, and stores nothing', async () => {
		const at = await service();
		const upcoming = at.seed(5, (index) => ({
			status: 'CONFIRMED',
			start_date: iso(BEGIN + (index + 1) * DAY),
		}));
		const polling = pollingFor(at, event);
		const isChange = event.event === 'rescheduled' || event.event === 'statusChanged';
		const expected = upcoming.slice(0, size).map((appointment) => {
			const data = at.shown(appointment);
			const previous = { start_date: data.start_date, status: 'CONFIRMED' };
			return {
				json: {
					event: event.event,
					data,
					...(isChange && { previous }),
					...(isReminder && { leadTime: { value: 1, unit: 'hours' } }),
					start: readableStart(data.start_date, 'Europe/Madrid'),
				},
			};
		});

		expect(await polling.pollManually()).toEqual(expected);
		expect(await polling.pollManually()).toEqual(expected);
		expect(polling.staticData).toEqual({});
	});

	test('applies the filters, and reports that nothing matches', async () => {
		const at = await service();
		for (const status of ['PENDING', 'NO_SHOW', 'CANCELED', 'CONFIRMED'] as const) {
			at.book({ appointment_key: status, status, start_date: iso(BEGIN + HOUR) });
		}
		const shown = async (filters: INodeParameters) =>
			keysOf(await pollingFor(at, { ...event, filters }).pollManually()).sort();

		const wanted = ['CANCELED', 'NO_SHOW'];
		expect(await shown({ status: wanted })).toEqual(wanted.slice(0, size));
		await expect(shown({ searchCode: 'none-such' })).rejects.toThrow('No upcoming appointment');
	});
});

test('the test event of startsSoon has one item for each lead time', async () => {
	const at = await service();
	const keys = ['a', 'b'];
	for (const key of keys) {
		at.book({ appointment_key: key, status: 'CONFIRMED', start_date: iso(BEGIN + DAY) });
	}
	const items = await pollingFor(at, {
		event: 'startsSoon',
		leadTime: 48,
		leadTimeUnit: 'hours',
		moreLeadTimes: { leadTimes: [{ leadTime: 24, leadTimeUnit: 'hours' }, {}] },
	}).pollManually();
	expect(items?.map(({ json }) => json.leadTime)).toEqual([
		{ value: 48, unit: 'hours' },
		{ value: 24, unit: 'hours' },
		// As 'Add Lead Time' adds it.
		{ value: 2, unit: 'hours' },
	]);
	expect(keysOf(items)).toEqual(['a', 'b', 'a']);
});

test('the test event of ended shows the last appointments that began, and of canceled the canceled ones first', async () => {
	const at = await service();
	at.seed(5, (index) => ({
		status: index < 2 ? 'CANCELED' : 'ATTENDED',
		start_date: iso(BEGIN - (index + 1) * DAY),
	}));
	at.seed(5, (index) => ({
		status: index === 4 ? 'CANCELED' : 'CONFIRMED',
		start_date: iso(BEGIN + (index + 1) * DAY),
	}));
	const dates = async (parameters: INodeParameters) =>
		(await pollingFor(at, parameters).pollManually())?.map(
			({ json }) => (json.start as { date: string }).date,
		);
	const delay = { delay: 2, delayUnit: 'days' };
	expect(await dates({ event: 'ended', ...delay })).toEqual([
		'2026-06-07',
		'2026-06-06',
		'2026-06-05',
	]);
	expect(await dates({ event: 'canceled' })).toEqual(['2026-06-15', '2026-06-11', '2026-06-12']);
	const none = { event: 'ended', ...delay, filters: { status: ['PENDING'] } };
	await expect(dates(none)).rejects.toThrow('No appointment of the last 7 days');
});
