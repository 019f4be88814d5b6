import { DateTime } from 'luxon';

import { BEGIN, clock, DAY, found, HOUR, iso, pollingFor, service } from './support';

const ZONE = 'Europe/Madrid';
const at = (day: string, time: string) => DateTime.fromISO(`${day}T${time}`, { zone: ZONE });

test.each([
	['2026-03-28', 'local'],
	['2026-10-24', 'local'],
	['2026-10-24', 'offset'],
] as const)(
	'days around a clock change, from %s on: announces each appointment once, at its times (dates: %s)',
	async (first, dates) => {
		const there = await service({ zone: ZONE, dialect: { dates } });
		const from = at(first, '00:00');
		const expected: string[] = [];
		for (let day = 0; day < 3; day += 1) {
			for (const time of ['00:30', '04:00', '10:00', '23:30']) {
				const start = at(from.plus({ days: day }).toISODate()!, time).toMillis();
				const key = `${day}-${time}`;
				there.book({ appointment_key: key, status: 'CONFIRMED', start_date: iso(start) });
				for (const lead of [24, 2, 0]) {
					const due = start - lead * HOUR;
					if (due > from.toMillis()) expected.push(`${iso(due)} ${key} ${lead}`);
				}
			}
		}
		const polling = pollingFor(there, {
			event: 'startsSoon',
			leadTime: 24,
			leadTimeUnit: 'hours',
			moreLeadTimes: {
				leadTimes: [0, 2].map((leadTime) => ({ leadTime, leadTimeUnit: 'hours' })),
			},
		});
		const announced: string[] = [];
		for (let now = from.toMillis(); now < from.toMillis() + 4 * DAY; now += HOUR / 2) {
			clock(now);
			for (const { json } of (await polling.tick()) ?? []) {
				const { data, leadTime } = json as Record<string, Record<string, unknown>>;
				const text = `${iso(now)} ${String(data!.appointment_key)} ${String(leadTime!.value)}`;
				// At the first poll, what is due is announced with the lead time that has passed.
				if (now > from.toMillis()) announced.push(text);
			}
		}
		expect(announced.sort()).toEqual(expected.sort());
	},
);

describe("when n8n's clock was wrong and is set back", () => {
	const booked = async (hour: number) => {
		const there = await service();
		const start_date = iso(BEGIN + hour * HOUR);
		there.book({ appointment_key: 'a', status: 'CONFIRMED', start_date });
		return there;
	};

	test.each([{}, { skipShortNotice: true }])(
		'Starting Soon (%j) announces once what is due from then on',
		async (options) => {
			const soon = { event: 'startsSoon', leadTime: 24, leadTimeUnit: 'hours', options };
			const polling = pollingFor(await booked(24.5), soon);
			expect(await found(polling, [0, 48, 1, 0.6, 1, 2])).toEqual(['a at 1']);
		},
	);

	test('Starting Soon announces nobody again whom it announced before', async () => {
		const soon = { event: 'startsSoon', leadTime: 24, leadTimeUnit: 'hours' };
		const polling = pollingFor(await booked(20), soon);
		expect(await found(polling, [0, 72, 500, 1, 2])).toEqual(['a at 0']);
	});

	test('Starting Soon with a lead time of 0 announces once at the start', async () => {
		const soon = { event: 'startsSoon', leadTime: 0, leadTimeUnit: 'hours' };
		const polling = pollingFor(await booked(2), soon);
		expect(await found(polling, [0, 48, 2, 1.9, 2.05, 2.1])).toEqual(['a at 2']);
	});

	test('Ended announces once what ends from then on', async () => {
		const ended = { event: 'ended', delay: 1, delayUnit: 'hours' };
		const polling = pollingFor(await booked(1), ended);
		expect(await found(polling, [10, 0, 2, 2.5, 2, 2.5])).toEqual(['a at 2.5']);
	});
});
