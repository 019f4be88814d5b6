import type { INodeParameters } from 'n8n-workflow';

import type { Appointment } from '../../stand-in';
import { BEGIN, clock, DAY, HOUR, iso, keysOf, pollingFor, service } from './support';

const calendar = (value: string, cachedResultName: string) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

test.each<INodeParameters>([
	{ startDate: '={{ $now.minus({ days: 1 }) }}', endDate: '={{ $now.plus({ days: 7 }) }}' },
	{ startDate: '={{ $today }}' },
	{ createdAt: '={{ $today }}' },
])(
	'reports bookings although the date filter %j has another value at each poll',
	async (filters) => {
		const at = await service();
		const created_at = iso(BEGIN);
		for (let day = 1; day < 4; day += 1)
			at.book({ start_date: iso(BEGIN + day * DAY), created_at });
		const polling = pollingFor(at, { event: 'created', filters });
		expect(await polling.activate()).toBeUndefined();
		for (let poll = 1; poll < 4; poll += 1) {
			clock(BEGIN + poll * HOUR);
			const { appointment_key } = at.book({ start_date: iso(BEGIN + 2 * DAY), created_at });
			expect(keysOf(await polling.tick())).toEqual([appointment_key]);
		}
	},
);

test('starts over with another calendar, but not if the calendar is renamed or filters change places', async () => {
	const at = await service();
	const [{ calendar: chosen }, { calendar: other }] = at.seed(2, {
		status: 'CONFIRMED',
		start_date: iso(BEGIN + DAY),
	}) as [Appointment, Appointment];
	const polling = pollingFor(at, {
		event: 'created',
		filters: { calendar: calendar(chosen.calendar_key, 'Before'), status: ['CONFIRMED'] },
	});
	await polling.activate();
	polling.installed.workflowData.nodes[0]!.parameters = {
		event: 'created',
		filters: { status: ['CONFIRMED'], calendar: calendar(chosen.calendar_key, 'Renamed') },
	};
	const booked = at.book({ calendar: chosen, status: 'CONFIRMED', start_date: iso(BEGIN + DAY) });
	expect(keysOf(await polling.activate())).toEqual([booked.appointment_key]);
	polling.installed.workflowData.nodes[0]!.parameters = {
		event: 'created',
		filters: { status: ['CONFIRMED'], calendar: calendar(other.calendar_key, 'Renamed') },
	};
	expect(await polling.activate()).toBeUndefined();
});
