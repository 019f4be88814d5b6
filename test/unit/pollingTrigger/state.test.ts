import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	BEGIN,
	clock,
	events,
	iso,
	keysOf,
	MINUTE,
	pollingFor,
	service,
	DAY,
	HOUR,
	found,
	warningsOf,
} from './support';
import { credentialOf, type Appointment, type Service } from '../../stand-in';
import type { PollingWorkflow } from '../support';

describe.each(events)('$event: static data', (event) => {
	async function polled() {
		const at = await service();
		const polling = pollingFor(at, event);
		at.seed(2, { status: 'PENDING', start_date: iso(BEGIN + 50 * MINUTE) });
		await polling.activate();
		return { at, polling };
	}

	test('is not written by a poll without news', async () => {
		const { polling } = await polled();
		const workflow = polling.load();
		clock(BEGIN + MINUTE);
		const context = polling.pollContext(workflow);
		expect(await polling.poll(context)).toBeUndefined();
		expect(workflow.staticData.__dataChanged).not.toBe(true);
	});

	test.each<IDataObject>([{ choice: 1 }, { book: 'none', announced: '[]\n7\nnone' }])(
		'that is invalid (%j) makes the trigger start over',
		async (odd) => {
			const { at, polling } = await polled();
			const { name } = polling.installed.node;
			polling.staticData = { [`node:${name}`]: { ...polling.nodeStaticData, ...odd } };
			for (const { appointment_key: key } of at.appointments.list()) {
				at.reschedule(key, iso(BEGIN + 30 * MINUTE));
				at.updateStatus(key, 'CONFIRMED');
			}
			const again = event.event === 'startsSoon' ? 2 : 0;
			expect(keysOf(await polling.restart())).toHaveLength(again);
		},
	);
});

test('reports appointments whose keys are numbers or whose starts are not dates', async () => {
	const at = await service();
	const results = [
		{ appointment_key: 17, status: 'PENDING', start_date: iso(BEGIN + MINUTE) },
		{ status: 'PENDING', start_date: iso(BEGIN + MINUTE) },
		{ appointment_key: 'no-start', status: 'PENDING' },
		{ appointment_key: 'odd-start', status: 'PENDING', start_date: 'soon' },
	];
	const answers = (body: object) => {
		at.faults.clear();
		at.faults.add({ action: { kind: 'respond', status: 200, body } });
	};
	const reported: unknown[] = [];
	for (const event of events) {
		const polling = pollingFor(at, event);
		answers({ results: [] });
		await polling.activate();
		answers({ results });
		reported.push(keysOf(await polling.tick()));
		answers({ results: results.map((each) => ({ ...each, status: 'CONFIRMED' })) });
		reported.push(keysOf(await polling.tick()));
	}
	const all = [17, 'no-start', 'odd-start'];
	// Created, Rescheduled, Status Changed, Starting Soon.
	expect(reported).toEqual([all, [], [], [], [], all, [17], []]);
});

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

describe('another account', () => {
	const START = iso(BEGIN + DAY);

	// More of other accounts and renewed tokens: test/simulation.
	test.each([
		['of the same account, with the right to list them only', true, ['a']],
		['of another account', false, []],
	])(
		'a new token that may not read the known appointments by their keys is one %s',
		async (_whose, isSame, reported) => {
			const [before, other] = [await service(), await service()];
			before.book({ appointment_key: 'a', status: 'CONFIRMED', start_date: START });
			const polling = pollingFor(before, { event: 'statusChanged' });
			await polling.activate();
			const after = isSame ? before : other;
			Object.assign(after, { token: 'new-token' });
			const path = /appointments\/.+/;
			after.faults.add({ method: 'GET', path, action: { kind: 'respond', status: 403 } });
			before.updateStatus('a', 'PENDING');
			after.book({ appointment_key: 'b', status: 'CONFIRMED', start_date: START });
			uses(polling, after);
			expect(keysOf(await polling.tick())).toEqual(reported);
		},
	);

	const uses = (polling: PollingWorkflow, at: Service) => {
		const data = { ...credentialOf(at), timezone: 'Europe/Madrid' };
		Object.assign(polling.installed.credentialsHelper, { data });
	};

	/** With the new token, the first list is empty. */
	const renewsToken = (polling: PollingWorkflow, at: Service) => {
		Object.assign(at, { token: 'new-token' });
		uses(polling, at);
		at.faults.add({ times: 1, action: { kind: 'respond', status: 200, body: { results: [] } } });
	};

	describe.each<[INodeParameters, begins: number]>([
		[{ event: 'ended', delay: 0, delayUnit: 'hours' }, -0.5],
		[{ event: 'startsSoon', leadTime: 0, leadTimeUnit: 'hours' }, 0],
	])('announcements, %j', (event, begins) => {
		/** Books an appointment that is due at this hour. */
		const due = (at: Service, key: string, hour: number) =>
			at.book({
				appointment_key: key,
				status: 'CONFIRMED',
				start_date: iso(BEGIN + (hour + begins) * HOUR),
			});

		test('a new token of the same account changes nothing', async () => {
			const at = await service();
			due(at, 'a', 1);
			due(at, 'b', 2);
			const polling = pollingFor(at, event);
			const renew = (token: string) => {
				Object.assign(at, { token });
				uses(polling, at);
			};
			const announced = await found(polling, [0, 1, 2.5, 3], {
				2.5: () => renew('new-token'),
				3: () => renew('newer-token'),
			});
			expect(announced).toEqual(['a at 1', 'b at 2.5']);
		});

		test('of another account, what was due before the first poll is not announced', async () => {
			const [at, other] = [await service(), await service()];
			due(at, 'a', 1);
			due(other, 'before', 1.8);
			due(other, 'after', 2.5);
			const polling = pollingFor(at, event);
			const announced = await found(polling, [0, 1, 2, 2.6, 2.7], {
				2: () => uses(polling, other),
			});
			expect(announced).toEqual(['a at 1', 'after at 2.6']);
		});
	});

	test('Ended: an empty list does not mean that the token is one of another account', async () => {
		const at = await service();
		at.book({ appointment_key: 'a', status: 'CONFIRMED', start_date: iso(BEGIN) });
		const polling = pollingFor(at, { event: 'ended', delay: 0, delayUnit: 'hours' });
		const announced = await found(polling, [0, 1, 2], {
			1: () => {
				renewsToken(polling, at);
			},
		});
		expect(announced).toEqual(['a at 2']);
	});

	test('changes: an empty list with a new token decides nothing, and the log says so', async () => {
		const at = await service();
		at.seed(3, { status: 'CONFIRMED', start_date: START });
		const polling = pollingFor(at, { event: 'created' });
		const logged = warningsOf(polling);
		const created = await found(polling, [0, 1, 2], {
			1: () => {
				renewsToken(polling, at);
				at.book({ appointment_key: 'new', status: 'CONFIRMED', start_date: START });
			},
		});
		expect(created).toEqual(['new at 2']);
		expect(logged).toEqual([expect.stringContaining('is empty although some are known')]);
	});
});
