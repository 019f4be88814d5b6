import type { INodeParameters } from 'n8n-workflow';

import type { Appointment } from '../../stand-in';
import { BEGIN, clock, DAY, HOUR, iso, keysOf, MINUTE, pollingFor, service } from './support';

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
])('a date from an expression, %j, has another value at each poll', async (filters) => {
	const at = await service();
	const created_at = iso(BEGIN);
	for (let day = 1; day < 4; day += 1) at.book({ start_date: iso(BEGIN + day * DAY), created_at });
	const polling = pollingFor(at, { event: 'created', filters });
	expect(await polling.activate()).toBeUndefined();
	for (let poll = 1; poll < 4; poll += 1) {
		clock(BEGIN + poll * HOUR);
		const { appointment_key } = at.book({ start_date: iso(BEGIN + 2 * DAY), created_at });
		expect(keysOf(await polling.tick())).toEqual([appointment_key]);
	}
});

test('the order of the filters and the name of a calendar are no other choice, but its key is', async () => {
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

/** What version 0.1 stored for the filters of these tests. */
const former = (choice: unknown[], start: number, status: string) => ({
	choice: JSON.stringify(choice),
	polledAt: BEGIN,
	snapshot: { known: { start_date: iso(start), status } },
});

test.each([
	['created', ['new']],
	['rescheduled', ['known']],
	['statusChanged', ['known']],
])('%s: continues from a state of version 0.1', async (event, expected) => {
	const at = await service();
	const { calendar: chosen } = at.book({
		appointment_key: 'known',
		status: 'CONFIRMED',
		start_date: iso(BEGIN + 2 * DAY),
	});
	at.book({ appointment_key: 'new', calendar: chosen, start_date: iso(BEGIN + DAY) });
	const filters = { endDate: '2026-06-20', calendar: calendar(chosen.calendar_key, 'One') };
	const polling = pollingFor(at, { event, filters });
	const account = [at.baseUrl, 'credential-1'];
	const listed = {
		filters: { calendar_key: chosen.calendar_key, end_date: '2026-06-20T23:59:59' },
		statuses: [],
	};
	polling.staticData = {
		[`node:${polling.installed.node.name}`]: former(
			[event, account, listed],
			BEGIN + DAY,
			'PENDING',
		),
	};
	clock(BEGIN + MINUTE);
	expect(keysOf(await polling.activate())).toEqual(expected);
	expect(await polling.tick()).toBeUndefined();
	expect(typeof (polling.nodeStaticData.snapshot as { appointments: string }).appointments).toBe(
		'string',
	);
});

test('startsSoon: what version 0.1 announced is only announced for a shorter lead time', async () => {
	const at = await service();
	at.book({ appointment_key: 'known', start_date: iso(BEGIN + 2 * HOUR) });
	const polling = pollingFor(at, {
		event: 'startsSoon',
		leadTime: 24,
		leadTimeUnit: 'hours',
		moreLeadTimes: { leadTimes: [{ leadTime: 1, leadTimeUnit: 'hours' }] },
	});
	polling.staticData = {
		[`node:${polling.installed.node.name}`]: former(['startsSoon'], BEGIN + 2 * HOUR, 'PENDING'),
	};
	expect(await polling.activate()).toBeUndefined();
	clock(BEGIN + HOUR);
	expect(await polling.tick()).toMatchObject([{ json: { leadTime: { value: 1, unit: 'hours' } } }]);
});
