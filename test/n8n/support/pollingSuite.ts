import { eventually, type N8nOptions } from '../harness';
import { useFixture } from './fixture';
import { EVENTS, keysIn, Polling } from './polling';

/** n8n's durable scheduler, in a hurry: polls are due at once. */
export const durable = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
};

/**
 * What the polling trigger does, whichever way n8n schedules polls, also when n8n or the service stops for a
 * while.
 */
export function pollingSuite(env: N8nOptions['env'], savesEachPoll = false) {
	const fixture = useFixture({ shape: 'mixed', maxPageSize: 3, order: 'latestFirst' }, { env });
	const polling = new Polling(fixture);
	/** The appointments that each workflow has reported so far. */
	const all = { created: [] as string[], rescheduled: [] as string[], startsSoon: [] as string[] };
	/** Far enough for no reminder. */
	const far: string[] = [];
	const book = (minutes: number) =>
		fixture.service.book({ status: 'CONFIRMED', start_date: polling.inMinutes(minutes) })
			.appointment_key;
	const shown = (key: string) => fixture.service.shown(fixture.service.appointments.get(key)!);

	beforeAll(async () => {
		const draft = () => ({ status: 'CONFIRMED', start_date: polling.inMinutes(3_000) }) as const;
		far.push(...fixture.service.seed(7, draft).map(({ appointment_key: key }) => key));
		for (const event of EVENTS) await polling.activate(event);
	});

	test('starts nothing at the first polls, and then reports each change once', async () => {
		await polling.settle(all);

		const moved = far.shift()!;
		const startOf = () => fixture.service.zone.iso(fixture.service.appointments.get(moved)!.start);
		const before = startOf();
		fixture.service.reschedule(moved, polling.inMinutes(300));
		all.created.push(book(2_900));
		all.rescheduled.push(moved);
		all.startsSoon.push(moved);
		await polling.settle(all);

		const [rescheduled] = await polling.reported('rescheduled');
		expect(rescheduled).toMatchObject({
			event: 'rescheduled',
			data: shown(moved),
			previous: { start_date: before, status: 'CONFIRMED' },
			start: { iso: startOf() },
		});
	});

	test('reports once what happened while n8n was killed or the service failed', async () => {
		const { service, n8n } = fixture;
		const early = book(2_500);
		all.created.push(early);
		await polling.settle({ created: all.created });
		await polling.polls();
		await n8n.kill();
		const moved = far.shift()!;
		service.reschedule(moved, polling.inMinutes(2_700));
		service.reschedule(early, polling.inMinutes(2_800));
		const [soon, sooner] = [book(200), book(60)];
		// Neither one that has begun meanwhile, nor one reminder for each lead time that has passed.
		all.created.push(soon, sooner, book(-20));
		all.startsSoon.push(soon, sooner);
		// What appeared in a poll without items is only known if n8n has saved that poll.
		all.rescheduled.push(moved, ...(savesEachPoll ? [early] : []));
		await n8n.start();
		await polling.settle(all);
		const announced = (await polling.reported('startsSoon')).slice(1);
		expect(announced.map((item) => [...keysIn([item]), item.leadTime])).toEqual(
			expect.arrayContaining([
				[soon, { value: 10, unit: 'hours' }],
				[sooner, { value: 2, unit: 'hours' }],
			]),
		);

		const fault = service.faults.add({ action: { kind: 'respond', status: 501 } });
		const later = book(400);
		all.created.push(later);
		all.startsSoon.push(later);
		for (const event of EVENTS) {
			await eventually(() => expect(polling.pollsOf(event, 501)).toBeGreaterThan(0));
		}
		fault.remove();
		await polling.settle(all);
	});

	return fixture;
}
