import type { INodeParameters } from 'n8n-workflow';

import type { Appointment } from '../../stand-in';
import { BEGIN, clock, DAY, HOUR, iso, keysOf, pollingFor, service } from './support';

test.each<INodeParameters>([
	{ startDate: '={{ $now.minus({ days: 1 }) }}', endDate: '={{ $now.plus({ days: 7 }) }}' },
	{ startDate: '={{ $today }}' },
	{ createdAt: '={{ $today }}' },
])(
	'reports bookings although the date filter %j has another value at each poll',
	async (filters) => {
		const at = await service();
		const booking = { start_date: iso(BEGIN + 2 * DAY), created_at: iso(BEGIN) };
		at.seed(3, booking);
		const polling = pollingFor(at, { event: 'created', filters });
		expect(await polling.activate()).toBeUndefined();
		for (let poll = 1; poll < 4; poll += 1) {
			clock(BEGIN + poll * HOUR);
			const { appointment_key } = at.book(booking);
			expect(keysOf(await polling.tick())).toEqual([appointment_key]);
		}
	},
);

test('starts over with another calendar, but not if the calendar is renamed or filters change places', async () => {
	const at = await service();
	const booking = { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) } as const;
	const [{ calendar: chosen }, { calendar: other }] = at.seed(2, booking) as [
		Appointment,
		Appointment,
	];
	const calendar = (
		{ calendar_key: value }: Appointment['calendar'],
		cachedResultName: string,
	) => ({
		__rl: true,
		mode: 'list',
		value,
		cachedResultName,
	});
	const created = (filters: INodeParameters) => ({ event: 'created', filters });
	const status = ['CONFIRMED'];
	const polling = pollingFor(at, created({ calendar: calendar(chosen, 'Before'), status }));
	await polling.activate();
	const booked = at.book({ ...booking, calendar: chosen });
	expect(
		keysOf(await polling.activate(created({ status, calendar: calendar(chosen, 'Renamed') }))),
	).toEqual([booked.appointment_key]);
	expect(
		await polling.activate(created({ status, calendar: calendar(other, 'Renamed') })),
	).toBeUndefined();
});
