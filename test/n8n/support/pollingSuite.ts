import type { N8nOptions } from '../harness';
import { useBench } from './bench';
import { eventually } from './events';
import { ENDED_MINUTES, EVENTS, keysIn, LENGTH_MINUTES, Polling } from './polling';

const HOUR = 3_600_000;

/** n8n's durable scheduler, in a hurry: polls are due at once, and may take ten seconds. */
export const durable = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
	N8N_SCHEDULER_POLL_TIMEOUT: '10',
};

/** What the polling trigger does, whichever way n8n schedules polls. */
export function pollingSuite(
	env: N8nOptions['env'],
	{ savesEachPoll }: { savesEachPoll: boolean },
) {
	const bench = useBench(
		{ dialect: { like: 'paged', pageSize: 3, canceledListed: 'byFlag', order: 'latestFirst' } },
		{ env },
	);
	const polling = new Polling(bench);

	beforeAll(async () => {
		bench.service.seed(7, () => ({ status: 'CONFIRMED', start_date: polling.inMinutes(600) }));
		for (const event of EVENTS) await polling.activate(event);
	});

	test('starts nothing at the first polls, and then one run for each change', async () => {
		const { service } = bench;
		await polling.settle({ created: 0, rescheduled: 0, statusChanged: 0, startsSoon: 0 });

		const booked = service.book({ status: 'CONFIRMED', start_date: polling.inMinutes(300) });
		const { appointment_key: key } = booked;
		const shown = service.shown(booked);
		await polling.settle({ created: 1, rescheduled: 0, statusChanged: 0, startsSoon: 0 });
		expect(await polling.runsOf('created')).toMatchObject([
			[{ event: 'created', data: shown, start: { iso: shown.start_date } }],
		]);

		const moved = service.shown(service.reschedule(key, polling.inMinutes(30)));
		const previous = { start_date: shown.start_date, status: 'CONFIRMED' };
		await polling.settle({ created: 1, rescheduled: 1, statusChanged: 0, startsSoon: 1 });
		const [[rescheduled]] = (await polling.runsOf('rescheduled')) as [[object]];
		expect(rescheduled).toMatchObject({ event: 'rescheduled', data: moved, previous });
		const leadTime = { value: 1, unit: 'hours' };
		expect(await polling.runsOf('startsSoon')).toMatchObject([
			[{ event: 'startsSoon', data: moved, leadTime }],
		]);

		const attended = service.shown(service.updateStatus(key, 'ATTENDED'));
		await polling.settle({ created: 1, rescheduled: 1, statusChanged: 1, startsSoon: 1 });
		expect((await polling.runsOf('statusChanged'))[0]).toMatchObject([
			{ event: 'statusChanged', data: attended, previous: { status: 'CONFIRMED' } },
		]);
	}, 500_000);

	test('starts one run for what happened while n8n was killed or the service failed', async () => {
		const { service, n8n } = bench;
		const early = service.book({ status: 'CONFIRMED', start_date: polling.inMinutes(500) });
		await polling.settle({ created: 2 });
		await n8n.kill();
		const booked = service.book({ status: 'CONFIRMED', start_date: polling.inMinutes(20) });
		// Neither one that has begun meanwhile, nor one reminder for each lead time that has passed.
		service.book({ status: 'CONFIRMED', start_date: polling.inMinutes(-20) });
		const soon = service.book({ status: 'CONFIRMED', start_date: polling.inMinutes(8) });
		const known = [booked, soon, early].map(({ appointment_key }) => appointment_key);
		const [moved, canceled] = service.appointments
			.list()
			.filter(({ status, appointment_key: key, start }) => {
				return status === 'CONFIRMED' && !known.includes(key) && start > Date.now();
			});
		service.reschedule(moved!.appointment_key, polling.inMinutes(700));
		service.cancel(canceled!.appointment_key);
		service.reschedule(early.appointment_key, polling.inMinutes(800));
		await n8n.restart();

		await polling.settle({ created: 3, rescheduled: 2, statusChanged: 2, startsSoon: 2 });
		expect(keysIn((await polling.runsOf('created'))[2])).toHaveLength(3);
		// What appeared in a poll without items is only known if n8n has saved that poll.
		expect(keysIn((await polling.runsOf('rescheduled'))[1])?.sort()).toEqual(
			[moved!.appointment_key, ...(savesEachPoll ? [early.appointment_key] : [])].sort(),
		);
		expect(keysIn((await polling.runsOf('statusChanged'))[1])).toEqual([canceled!.appointment_key]);
		const announced = (await polling.runsOf('startsSoon'))[1];
		expect(announced?.map(({ leadTime }) => leadTime)).toEqual(
			expect.arrayContaining([
				{ value: 1, unit: 'hours' },
				{ value: 10, unit: 'minutes' },
			]),
		);
		expect(keysIn(announced)?.sort()).toEqual(
			[booked.appointment_key, soon.appointment_key].sort(),
		);

		const fault = service.faults.add({ action: { kind: 'respond', status: 501 } });
		const later = service.book({ status: 'CONFIRMED', start_date: polling.inMinutes(45) });
		for (const event of EVENTS) {
			await eventually(async () => expect(await polling.failuresOf(event)).toBeGreaterThan(0));
		}
		fault.remove();
		await polling.settle({ created: 4, startsSoon: 3, rescheduled: 2, statusChanged: 2 });
		expect(keysIn((await polling.runsOf('created'))[3])).toEqual([later.appointment_key]);
		expect(keysIn((await polling.runsOf('startsSoon'))[2])).toEqual([later.appointment_key]);
	}, 500_000);

	test('starts one run for what ends or is canceled, also while n8n was killed', async () => {
		const { service, n8n } = bench;
		const endSoon = () => {
			const start_date = polling.inMinutes(-ENDED_MINUTES - LENGTH_MINUTES + 0.1);
			return service.book({ status: 'CONFIRMED', start_date });
		};
		const cancelOne = () => {
			const [one] = service.appointments
				.list()
				.filter(({ status, start }) => status === 'CONFIRMED' && start > Date.now() + HOUR);
			return service.cancel(one!.appointment_key);
		};
		const canceledBefore = (await polling.runsOf('canceled')).length;
		const [first, canceled] = [endSoon(), cancelOne()];
		await polling.settle({ ended: 1, canceled: canceledBefore + 1 });
		expect((await polling.runsOf('ended'))[0]).toMatchObject([
			{
				event: 'ended',
				data: service.shown(first),
				start: { iso: service.shown(first).start_date },
				delay: { value: ENDED_MINUTES, unit: 'minutes' },
			},
		]);
		expect((await polling.runsOf('canceled')).at(-1)).toMatchObject([
			{ event: 'canceled', data: service.shown(canceled), previous: { status: 'CONFIRMED' } },
		]);

		await n8n.kill();
		const [second, third] = [endSoon(), cancelOne()].map(({ appointment_key: key }) => key);
		await n8n.restart();
		await polling.settle({ ended: 2, canceled: canceledBefore + 2 });
		expect(keysIn((await polling.runsOf('ended'))[1])).toEqual([second]);
		expect(keysIn((await polling.runsOf('canceled')).at(-1))).toEqual([third]);

		await polling.deactivate('ended');
		endSoon();
		await new Promise((resolve) => setTimeout(resolve, 15_000));
		await polling.reactivate('ended');
		await polling.settle({ ended: 2 });
	}, 500_000);

	return { bench, polling };
}
