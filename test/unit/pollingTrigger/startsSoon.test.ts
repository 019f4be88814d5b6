import type { Service } from '../../stand-in';
import {
	BEGIN,
	clock,
	found,
	HOUR,
	iso,
	keysOf,
	pollingFor,
	service,
	DAY,
	MINUTE,
	soon,
} from './support';
import type { INodeParameters } from 'n8n-workflow';

test('announces until the start, nothing that has begun, and forgets it a month later', async () => {
	const at = await service();
	const polling = pollingFor(at, soon(1, 'hours'));
	const late = 32 * 24;
	const announced = await found(polling, [0, 5, 24, late], {
		5: () => {
			at.book({ appointment_key: 'begins', start_date: iso(BEGIN + 5 * HOUR) });
			at.book({ appointment_key: 'has-begun', start_date: iso(BEGIN + 5 * HOUR - 1000) });
		},
		[late]: () => at.book({ appointment_key: 'next', start_date: iso(BEGIN + late * HOUR) }),
	});
	expect(announced).toEqual(['begins at 5', `next at ${late}`]);
	const stored = JSON.stringify(polling.nodeStaticData);
	expect([stored.includes('begins'), stored.includes('next')]).toEqual([false, true]);
});

describe('a lead time of 0', () => {
	const book = (at: Service, key: string, hour: number) =>
		at.book({ appointment_key: key, start_date: iso(BEGIN + hour * HOUR) });

	test('announces at the first poll after the start, once, and nothing that began before the first poll', async () => {
		const at = await service();
		book(at, 'before', -0.1);
		book(at, 'first', 0.5);
		book(at, 'next', 0.75);
		const polling = pollingFor(at, soon(0, 'minutes'));
		const announced = await found(polling, [0, 0.25, 0.5, 0.74, 0.9, 1], {
			1: () => book(at, 'booked-after-its-start', 0.8),
		});
		expect(announced).toEqual(['first at 0.5', 'next at 0.9']);
	});

	test('announces at most an hour late', async () => {
		const at = await service();
		book(at, 'too-late', 1.99);
		book(at, 'late', 2);
		expect(await found(pollingFor(at, soon(0, 'hours')), [0, 3])).toEqual(['late at 3']);
	});

	test('announces what began while polls failed or n8n was down', async () => {
		const at = await service();
		const polling = pollingFor(at, soon(0, 'hours'));
		await polling.activate();
		const [failed, down] = [0.2, 0.6];
		book(at, 'failed', failed);
		book(at, 'down', down);
		const fault = at.faults.add({ action: { kind: 'respond', status: 501 } });
		await expect(found(polling, [0.3])).rejects.toThrow();
		fault.remove();
		expect(await found(polling, [0.4])).toEqual(['failed at 0.4']);
		clock(BEGIN + HOUR);
		expect(keysOf(await polling.restart())).toEqual(['down']);
	});
});

test('reminds nobody twice after the lead time or the filters were changed', async () => {
	const at = await service();
	at.book({ appointment_key: 'first', start_date: iso(BEGIN + HOUR) });
	at.book({ appointment_key: 'later', start_date: iso(BEGIN + 5 * HOUR) });
	const polling = pollingFor(at, soon(2, 'hours'));
	expect(keysOf(await polling.activate())).toEqual(['first']);
	const others = soon(1, 'days', { status: ['CONFIRMED'] });
	expect(keysOf(await polling.activate(others))).toEqual(['later']);
});

describe('several lead times', () => {
	const reminding = (options: INodeParameters = {}, more: Array<[number, string]> = []) => ({
		event: 'startsSoon',
		leadTime: 24,
		leadTimeUnit: 'hours',
		options: {
			...options,
			moreLeadTimes: {
				leadTimes: more.map(([leadTime, leadTimeUnit]) => ({ leadTime, leadTimeUnit })),
			},
		},
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

	describe('Skip Short Notice', () => {
		const skip = { skipShortNotice: true };

		test('without the time of booking, does not announce what was moved into the lead time', async () => {
			const at = await service({ shape: 'document' });
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

		test('announces an earlier booking, but none made within the lead time', async () => {
			const at = await service({ shape: 'document' });
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
			const at = await service({ shape: 'document' });
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
			const at = await service({ shape: 'document' });
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
			const at = await service();
			const book = (appointment_key: string, start: number, created: number) =>
				at.book({
					appointment_key,
					start_date: iso(start),
					created_at: at.zone.wall(created),
				});
			book('short', BEGIN + HOUR, BEGIN - HOUR);
			book('early', BEGIN + HOUR, BEGIN - 3 * DAY);
			book('on-the-edge', BEGIN + HOUR, BEGIN + HOUR - DAY);
			const polling = pollingFor(at, reminding(skip));
			expect(keysOf(await polling.activate())).toEqual(['early', 'on-the-edge']);
			book('moved', BEGIN + 9 * DAY, BEGIN - 3 * DAY);
			at.reschedule('moved', iso(BEGIN + HOUR));
			clock(BEGIN + MINUTE);
			expect(keysOf(await polling.tick())).toEqual(['moved']);
		});
	});
});
