import type { TriggerWorkflow } from '../../support';
import {
	at,
	CANCELED,
	change,
	changesTrigger,
	CREATED,
	deliver,
	delivery,
	during,
	key,
	known,
	MINUTE,
	pass,
	publish,
	recorded,
	restart,
	runs,
	sleep,
	startIn,
	triggerFor,
	until,
	UPDATED,
	watcherIn,
	watching,
} from './support';

describe('a delivery', () => {
	it('runs what the API shows, with what was known before', async () => {
		const trigger = await watching();
		expect(await change(trigger)).toMatchObject({ status: 200 });
		expect(await runs(trigger, 1)).toEqual([
			{
				event: UPDATED,
				key: key(),
				status: 'ATTENDED',
				previous: {
					start_date: expect.stringMatching(/T\d\d:\d\d:\d\d[+-]/),
					status: 'CONFIRMED',
					calendar_key: known.calendar.calendar_key,
				},
			},
		]);
		const [execution] = await trigger.finished();
		const json = execution?.items[0]?.json;
		expect(Object.keys(json ?? {})).toEqual([
			...['event', 'timestamp', 'data', 'appointment', 'start', 'previous'],
		]);
		expect(json).toMatchObject({
			timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
			appointment: { appointment_key: key(), person_name: known.person.full_name },
			start: { iso: expect.any(String), weekday: expect.any(String) },
		});
	});

	it('of a new appointment runs as created, and its copies start nothing', async () => {
		const trigger = await watching();
		const booked = at.book({ start_date: startIn(2) });
		for (let copy = 0; copy < 5; copy += 1) await deliver(trigger, booked, CREATED);
		await pass(30_000);
		await deliver(trigger, booked, CANCELED);
		await pass(30_000);
		expect(await runs(trigger, 1)).toEqual([
			{ event: CREATED, key: booked.appointment_key, status: booked.status },
		]);
	});

	it('in a process that does not watch gets 200 and does nothing', async () => {
		const trigger = await watching();
		await trigger.stop();
		at.requests.clear();
		expect(await deliver(trigger, known)).toMatchObject({ status: 200 });
		await pass(MINUTE);
		expect(at.requests.entries).toEqual([]);
	});
});

describe('an execution', () => {
	/** n8n fails to create the first execution. Returns how often it has tried. */
	function failingOnce(
		trigger: TriggerWorkflow,
		error = new Error('database is locked'),
		takesMs = 0,
	) {
		let tries = 0;
		trigger.beforeStart = async () => {
			tries += 1;
			if (tries === 1) throw error;
			await sleep(takesMs);
		};
		return () => tries;
	}

	it('that n8n could not create is repeated each minute', async () => {
		const trigger = await watching();
		const tries = failingOnce(trigger);
		await change(trigger);
		await until(() => tries() === 1);
		expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
		expect(tries()).toBe(2);
	});

	it.each([
		[
			'refuses, because the trigger waits for its end, is started without that',
			'Error',
			'Engine 2.0',
			1,
		],
		['has canceled is not repeated', 'TimeoutExecutionCancelledError', 'Timed out', 0],
	])('that n8n %s', async (_what, name, message, repeated) => {
		const trigger = await watching();
		const tries = failingOnce(trigger, Object.assign(new Error(message), { name }));
		await change(trigger);
		await pass(2 * MINUTE);
		expect([tries(), trigger.executions.length]).toEqual([1 + repeated, repeated]);
	});

	it('that n8n could not create is started by the next version of the workflow', async () => {
		const trigger = await watching();
		const tries = failingOnce(trigger, undefined, 3_000);
		await change(trigger);
		await until(() => tries() === 1);
		await pass(1_000);
		await trigger.stop();
		await publish(trigger, 'update');
		await pass(5_000);
		expect(trigger.executions).toHaveLength(1);
		await pass(2 * MINUTE);
		expect([tries(), trigger.executions.length]).toEqual([2, 1]);
	});

	it.each(['before', 'after'])('runs once if n8n is killed %s it was created', async (when) => {
		const trigger = await watching();
		let reached = () => {};
		const creating = new Promise<void>((resolve) => (reached = resolve));
		trigger.beforeStart = async () => {
			reached();
			if (when === 'before') await new Promise(() => {});
		};
		await change(trigger);
		await creating;
		if (when === 'after') await runs(trigger, 1);
		await trigger.kill();
		// Meanwhile it changes back, so that no list shows it any more.
		at.updateStatus(key(), 'CONFIRMED');
		trigger.beforeStart = () => {};
		await publish(trigger, 'init');
		const found = await runs(trigger, 2);
		await pass(MINUTE);
		expect(trigger.executions).toHaveLength(2);
		expect(found.map(({ status }) => status)).toEqual(['ATTENDED', 'CONFIRMED']);
	});

	it('that began in another process is stored for a minute, because n8n has it then', async () => {
		const trigger = await watching();
		trigger.beforeStart = async () => await new Promise(() => {});
		await change(trigger);
		await pass(MINUTE / 2);
		await change(trigger, 'NO_SHOW');
		await pass(1_000);
		const { open } = watcherIn(trigger)!.watch.known;
		expect(open.size).toBe(2);
		await pass(MINUTE);
		await change(trigger, 'CONFIRMED');
		await pass(1_000);
		expect(open.size).toBe(1);
	});

	it('that ends after the workflow was published anew saves what is known now', async () => {
		const trigger = await watching();
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		trigger.installed.next = async () => await ended;
		await change(trigger);
		await until(() => trigger.executions.length === 1);
		await during(trigger.deactivate());
		at.updateStatus(key(), 'NO_SHOW');
		await publish(trigger);
		await recorded(trigger);
		end();
		await trigger.finished();
		await restart(trigger);
		await pass(MINUTE);
		expect(trigger.executions).toHaveLength(1);
	});

	describe('of 60 changes that a check finds', () => {
		const booked = () =>
			at
				.seed(60, { start_date: startIn(2), status: 'CONFIRMED', created_at: startIn(0) })
				.map((one) => one.appointment_key);
		const sorted = async (trigger: TriggerWorkflow) =>
			(await runs(trigger, 60)).map((run) => run.key).sort();

		it('starts ten a second at most, and few of them save what is known', async () => {
			const trigger = await watching({ check: 'everyMinute' });
			const keys = booked();
			const saved = new Set<unknown>();
			const begun: number[] = [];
			trigger.beforeStart = () => {
				begun.push(performance.now());
				saved.add(JSON.stringify(trigger.staticData));
			};
			expect(await sorted(trigger)).toEqual(keys.sort());
			const seconds = (begun.at(-1)! - begun[0]!) / 1_000;
			expect(seconds).toBeGreaterThan(5);
			expect(seconds).toBeLessThan(30);
			expect(saved.size).toBeLessThan(12);
		});

		it.each([
			['n8n is killed', 'kill', 'init'],
			['a new version of the workflow is published', 'stop', 'update'],
		] as const)('starts each once if %s between', async (_what, end, mode) => {
			const trigger = await watching({ check: 'everyMinute' });
			const keys = booked();
			let starts = 0;
			trigger.beforeStart = () => void (starts += 1);
			await until(() => trigger.executions.length >= 25);
			await trigger[end]();
			await publish(trigger, mode);
			expect(await sorted(trigger)).toEqual(keys.sort());
			await pass(10_000);
			expect(trigger.executions).toHaveLength(60);
			// n8n before 2.20 would start again what is emitted again.
			if (end === 'stop') expect(starts).toBe(60);
		});
	});
});

it('with a Calendar, moving into it is an update, moving out starts nothing', async () => {
	const calendar = { __rl: true, mode: 'key', value: known.calendar.calendar_key };
	const trigger = await watching({ options: { calendar } });
	const { calendar: own } = known;
	at.appointments.update(key(), { calendar: { calendar_key: 'another', name: 'Another' } });
	await deliver(trigger, known);
	await pass(3_000);
	expect(trigger.executions).toEqual([]);
	at.appointments.update(key(), { calendar: own });
	await deliver(trigger, known);
	expect(await runs(trigger, 1)).toMatchObject([
		{ event: UPDATED, previous: { calendar_key: 'another' } },
	]);
});

it('a test event has what the API shows, and null for what was before', async () => {
	const trigger = changesTrigger();
	const test = async (body: object) => {
		await trigger.listenForTest();
		const { execution } = await trigger.deliver({ body, test: true });
		return (await execution)?.items[0]?.json;
	};
	expect(await test(delivery(key()))).toMatchObject({
		event: UPDATED,
		data: { appointment_key: key(), status: 'CONFIRMED' },
		previous: { start_date: null, status: null, calendar_key: null },
	});
	const unknown = delivery('unknown-key', CREATED);
	const shown = await test(unknown);
	expect(shown).toMatchObject({ ...unknown, appointment: { appointment_key: 'unknown-key' } });
	expect(shown).not.toHaveProperty('previous');
});

it('Each Notification removes what was stored for Each Change', async () => {
	const trigger: TriggerWorkflow = await watching();
	expect(trigger.nodeStaticData).toHaveProperty('watched');
	await trigger.stop();
	trigger.installed.workflowData.nodes[0]!.parameters = triggerFor(at).installed.node.parameters;
	await publish(trigger, 'update');
	expect(trigger.nodeStaticData).not.toHaveProperty('watched');
	expect(watcherIn(trigger)).toBeUndefined();
});
