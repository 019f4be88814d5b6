import { DateTime } from 'luxon';

import { clock, DAY, HOUR, iso, pollingFor, service } from './support';

const ZONE = 'Europe/Madrid';
const at = (day: string, time: string) => DateTime.fromISO(`${day}T${time}`, { zone: ZONE });

test.each([
	['2026-03-27', 'local'],
	['2026-10-23', 'local'],
	['2026-10-23', 'offset'],
] as const)(
	'days around a clock change, from %s on: announces each appointment once, at its times (dates: %s)',
	async (first, dates) => {
		const there = await service({ zone: ZONE, dialect: { dates } });
		const from = at(first, '00:00');
		const expected: string[] = [];
		for (let day = 0; day < 5; day += 1) {
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
		for (let now = from.toMillis(); now < from.toMillis() + 6 * DAY; now += HOUR / 2) {
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
