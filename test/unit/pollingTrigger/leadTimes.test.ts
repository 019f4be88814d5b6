import type { INodeParameters } from 'n8n-workflow';

import {
	BEGIN,
	clock,
	DAY,
	found,
	HOUR,
	iso,
	keysOf,
	MINUTE,
	pollingFor,
	service,
} from './support';

const reminding = (options: INodeParameters = {}, more: Array<[number, string]> = []) => ({
	event: 'startsSoon',
	leadTime: 24,
	leadTimeUnit: 'hours',
	moreLeadTimes: {
		leadTimes: more.map(([leadTime, leadTimeUnit]) => ({ leadTime, leadTimeUnit })),
	},
	options,
});

test('announces a start once for each lead time, and only the shortest that has passed', async () => {
	const at = await service();
	const more: Array<[number, string]> = [
		[1, 'hours'],
		[3, 'days'],
	];
	const polling = pollingFor(at, reminding({}, more));
	at.book({ start_date: iso(BEGIN + 4 * DAY) });
	at.book({ start_date: iso(BEGIN + 4 * DAY + 10 * HOUR) });
	const announced: unknown[] = [];
	for (const hour of [0, 24, 25, 71, 72, 95.5, 96, 96.01, 106]) {
		clock(BEGIN + hour * HOUR);
		for (const { json } of (await polling.tick()) ?? []) announced.push([hour, json.leadTime]);
	}
	const [short, usual, long] = [
		{ value: 1, unit: 'hours' },
		{ value: 24, unit: 'hours' },
		{ value: 3, unit: 'days' },
	];
	expect(announced).toEqual([
		[24, long],
		[71, long],
		[72, usual],
		[95.5, short],
		[95.5, usual],
		[106, short],
	]);
});

test('announces nothing again in another time zone, although the service writes no offsets', async () => {
	const at = await service({ zone: 'Europe/Madrid', dialect: { dates: 'local' } });
	at.book({ start_date: iso(BEGIN + 15 * HOUR) });
	const polling = pollingFor(at, reminding({ timezone: 'Asia/Tokyo' }));
	expect(await polling.activate()).toHaveLength(1);
	expect(await polling.activate(reminding({ timezone: 'Europe/Madrid' }))).toBeUndefined();
	expect(await polling.tick()).toBeUndefined();
});

describe('Skip Short Notice', () => {
	const skip = { skipShortNotice: true };

	test('without the time of booking, does not announce what was moved into the lead time', async () => {
		const at = await service();
		at.book({ appointment_key: 'a', start_date: iso(BEGIN + 25 * HOUR) });
		at.book({ appointment_key: 'b', start_date: iso(BEGIN + 50 * HOUR) });
		const polling = pollingFor(at, reminding(skip, [[2, 'hours']]));
		const announced = await found(polling, [0, 2, 3, 4, 9], {
			3: () => {
				at.reschedule('a', iso(BEGIN + 10 * HOUR));
				at.reschedule('b', iso(BEGIN + 5.5 * HOUR));
			},
		});
		expect(announced).toEqual(['a at 2', 'b at 4', 'a at 9']);
	});

	test('skips although a filter has another value at each poll', async () => {
		const at = await service();
		const filters = { endDate: '={{ $now.plus({ days: 7 }) }}' };
		const polling = pollingFor(at, { ...reminding(skip), filters });
		await polling.activate();
		at.book({ appointment_key: 'short', start_date: iso(BEGIN + 5 * HOUR) });
		clock(BEGIN + MINUTE);
		expect(await polling.tick()).toBeUndefined();
	});

	test('announces an earlier booking, but none made within the lead time', async () => {
		const at = await service();
		const polling = pollingFor(at, reminding(skip));
		await polling.activate();
		at.book({ appointment_key: 'in-time', start_date: iso(BEGIN + DAY + HOUR) });
		at.book({ appointment_key: 'short', start_date: iso(BEGIN + 5 * HOUR) });
		at.book({ appointment_key: 'on-the-edge', start_date: iso(BEGIN + DAY) });
		expect(await polling.tick()).toBeUndefined();
		clock(BEGIN + MINUTE);
		expect(await polling.tick()).toBeUndefined();
		clock(BEGIN + HOUR + MINUTE);
		expect(keysOf(await polling.tick())).toEqual(['in-time']);
		clock(BEGIN + 2 * HOUR);
		expect(await polling.restart()).toBeUndefined();
		for (const options of [skip, {}]) {
			expect(await polling.activate(reminding(options, [[3, 'days']]))).toBeUndefined();
		}
	});

	test('announces at the first poll, and with other filters, what may have been booked at short notice', async () => {
		const at = await service();
		at.book({ appointment_key: 'a', status: 'PENDING', start_date: iso(BEGIN + HOUR) });
		at.book({ appointment_key: 'b', owner_user: 'ben', start_date: iso(BEGIN + HOUR) });
		const polling = pollingFor(at, {
			...reminding(skip),
			filters: { status: ['PENDING'], ownerUser: 'ana' },
		});
		at.appointments.update('a', { owner_user: 'ana' });
		expect(keysOf(await polling.activate())).toEqual(['a']);
		expect(keysOf(await polling.activate(reminding(skip)))).toEqual(['b']);
	});

	test('announces an earlier booking that gets the chosen status within the lead time', async () => {
		const at = await service();
		at.book({ appointment_key: 'early', status: 'PENDING', start_date: iso(BEGIN + HOUR) });
		const filters = { status: ['CONFIRMED'] };
		const polling = pollingFor(at, { ...reminding(skip), filters });
		await polling.activate();
		at.book({ appointment_key: 'short', status: 'PENDING', start_date: iso(BEGIN + HOUR) });
		clock(BEGIN + MINUTE);
		expect(await polling.tick()).toBeUndefined();
		at.updateStatus('early', 'CONFIRMED');
		at.updateStatus('short', 'CONFIRMED');
		expect(keysOf(await polling.tick())).toEqual(['early']);
	});

	test('uses the time of booking if the service shows it', async () => {
		const at = await service({ dialect: { extraFields: true } });
		at.book({
			appointment_key: 'short',
			start_date: iso(BEGIN + HOUR),
			created_at: at.zone.wall(BEGIN - HOUR),
		});
		at.book({
			appointment_key: 'early',
			start_date: iso(BEGIN + HOUR),
			created_at: at.zone.wall(BEGIN - 3 * DAY),
		});
		at.book({
			appointment_key: 'on-the-edge',
			start_date: iso(BEGIN + HOUR),
			created_at: at.zone.wall(BEGIN + HOUR - DAY),
		});
		const polling = pollingFor(at, reminding(skip));
		expect(keysOf(await polling.activate())).toEqual(['early', 'on-the-edge']);
		at.book({
			appointment_key: 'moved',
			start_date: iso(BEGIN + 9 * DAY),
			created_at: at.zone.wall(BEGIN - 3 * DAY),
		});
		at.reschedule('moved', iso(BEGIN + HOUR));
		clock(BEGIN + MINUTE);
		expect(keysOf(await polling.tick())).toEqual(['moved']);
	});
});
