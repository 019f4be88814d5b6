import { credentialOf, type Appointment, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { CANCELED, CREATED, service, triggerFor, UPDATED } from '../deliveries/support';
import {
	changesTrigger,
	clinic,
	deliver,
	delivery,
	gets,
	lists,
	MINUTE,
	pass,
	recorded,
	runs,
	sleep,
	startIn,
	storedIn,
	until,
	watching,
} from './support';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => await sleep(ms),
}));

let at: Service;
let known: Appointment;

beforeEach(async () => void ({ at, known } = await clinic()));

const key = () => known.appointment_key;

describe('a delivery', () => {
	it('runs what the API shows, with what was known before', async () => {
		const trigger = await watching(at);
		at.updateStatus(key(), 'ATTENDED');
		expect(await deliver(trigger, known)).toMatchObject({ status: 200 });
		expect(await runs(trigger, 1)).toEqual([
			{
				event: UPDATED,
				key: key(),
				status: 'ATTENDED',
				previous: { start_date: expect.stringMatching(/T\d\d:\d\d:\d\d[+-]/), status: 'CONFIRMED' },
			},
		]);
		const [execution] = await trigger.finished();
		expect(execution?.items[0]?.json).toMatchObject({
			timestamp: expect.stringMatching(/^20\d\d-.*[+-]\d\d:\d\d$/),
			start: { iso: expect.any(String), weekday: expect.any(String) },
		});
	});

	it('of a new appointment runs as created, and its copies start nothing', async () => {
		const trigger = await watching(at);
		const booked = at.book({ start_date: startIn(2) });
		for (let copy = 0; copy < 5; copy += 1) await deliver(trigger, booked, CREATED);
		await pass(30_000);
		await deliver(trigger, booked, CANCELED);
		await pass(30_000);
		expect(await runs(trigger, 1)).toEqual([
			{ event: CREATED, key: booked.appointment_key, status: booked.status },
		]);
	});

	it('runs once if it comes before the API shows the change', async () => {
		const trigger = await watching(at);
		await deliver(trigger, known);
		await pass(3_000);
		at.cancel(key());
		expect(await runs(trigger, 1)).toMatchObject([{ event: CANCELED, key: key() }]);
		expect(gets(at, known)).toBeLessThanOrEqual(3);
	});

	it('without a usable key gets 200 and causes no request', async () => {
		const trigger = await watching(at);
		at.requests.clear();
		for (const body of [
			{ event: UPDATED, data: null },
			delivery('a/b'),
			delivery('..'.repeat(10)),
			delivery('two words'),
			{ type: 'ping' },
		]) {
			expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		}
		await pass(5_000);
		expect(at.requests.entries).toEqual([]);
	});

	it('in a process that does not watch gets 200 and does nothing', async () => {
		const trigger = changesTrigger(at);
		expect(await deliver(trigger, known)).toMatchObject({ status: 200 });
		expect(at.requests.entries).toEqual([]);
	});
});

describe('a check', () => {
	const check = 'everyMinute';

	it('records at first, and then finds what was not delivered', async () => {
		const trigger = await watching(at, { check });
		const booked = at.book({ start_date: startIn(2) });
		at.reschedule(key(), startIn(3));
		const found = await runs(trigger, 2);
		expect(found.map(({ event, key: about }) => [event, about]).sort()).toEqual(
			[
				[CREATED, booked.appointment_key],
				[UPDATED, key()],
			].sort(),
		);
	});

	it('also begins when n8n starts, and nothing runs twice', async () => {
		const trigger = await watching(at);
		at.updateStatus(key(), 'ATTENDED');
		await deliver(trigger, known);
		await runs(trigger, 1);
		await trigger.kill();
		const booked = at.book({ start_date: startIn(2) });
		await trigger.activate('init');
		await until(() => trigger.executions.length > 1);
		await pass(MINUTE);
		expect(await runs(trigger, 2)).toMatchObject([
			{ event: UPDATED },
			{ event: CREATED, key: booked.appointment_key },
		]);
	});

	it('runs nothing of what has changed while the workflow was unpublished', async () => {
		const trigger = await watching(at);
		await trigger.deactivate();
		at.updateStatus(key(), 'ATTENDED');
		at.book({ start_date: startIn(2) });
		await trigger.activate();
		await recorded(trigger);
		await pass(MINUTE);
		expect(trigger.executions).toEqual([]);
	});

	it('goes on with what it knows in a new version of the workflow', async () => {
		const trigger = await watching(at);
		await trigger.stop();
		at.updateStatus(key(), 'ATTENDED');
		await trigger.activate('update');
		expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
	});

	it('stops when n8n unpublishes, also if n8n has started the trigger twice', async () => {
		const trigger = await watching(at, { check });
		// As n8n 2.40 does after the webhook could not be registered at first.
		await trigger.activate('update');
		await trigger.deactivate();
		at.updateStatus(key(), 'ATTENDED');
		await pass(5_000);
		at.requests.clear();
		await pass(2 * MINUTE);
		expect(lists(at)).toBe(0);
		expect(trigger.executions).toEqual([]);
	});

	it('that outlives its version of the workflow leaves the recording to the next one', async () => {
		const trigger = changesTrigger(at);
		const hold = { path: /appointments\/$/, times: 1, action: { kind: 'hold' } } as const;
		const former = at.faults.add(hold);
		await trigger.activate();
		await until(() => former.hits === 1);
		await trigger.stop();
		const next = at.faults.add(hold);
		await trigger.activate('update');
		await until(() => next.hits === 1);
		former.remove();
		await pass(5_000);
		next.remove();
		await recorded(trigger);
		await pass(5_000);
		expect(trigger.executions).toEqual([]);
	});

	it('finds a hidden cancellation, and one that was deleted at the second check', async () => {
		at.speak({ canceledListed: 'byFlag' });
		const trigger = await watching(at, { check });
		at.cancel(key());
		expect(await runs(trigger, 1)).toMatchObject([{ event: CANCELED, key: key() }]);
		const [, other] = at.appointments.list();
		at.appointments.remove(other!.appointment_key);
		at.requests.clear();
		expect((await runs(trigger, 2))[1]).toMatchObject({
			event: CANCELED,
			key: other!.appointment_key,
			status: 'CANCELED',
			previous: { status: 'CONFIRMED' },
		});
		expect(gets(at, other!)).toBe(2);
	});

	it('cancels nothing if a narrowed token lists a part', async () => {
		at.seed(10, { start_date: startIn(4) });
		const trigger = await watching(at, { check });
		const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
		for (const { appointment_key } of at.appointments.list().slice(0, 6)) {
			at.appointments.remove(appointment_key);
		}
		await until(() => lists(at) >= 5);
		await pass(5_000);
		expect(trigger.executions).toEqual([]);
		expect(warn.mock.calls.join()).toContain('6 known appointments are gone from the service');
	});

	it('starts nothing with another account, and goes on from there', async () => {
		const other = await service({ dialect: 'paged', token: 'other-token' });
		other.seed(8, { start_date: startIn(1) });
		// The stand-ins make the same keys.
		for (const { appointment_key: same } of at.appointments.list()) other.appointments.remove(same);
		const trigger = await watching(at, { check });
		const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
		Object.assign(trigger.installed.credentialsHelper, { data: credentialOf(other) });
		await until(() => lists(other) >= 2);
		expect(trigger.executions).toEqual([]);
		expect(warn.mock.calls.join()).toContain('another account');
		const booked = other.book({ start_date: startIn(2) });
		expect(await runs(trigger, 1)).toMatchObject([{ event: CREATED, key: booked.appointment_key }]);
	});

	it('that cannot read the list is repeated after 5 s, and the log says so once', async () => {
		const trigger = await watching(at, { check: 'hourly' });
		const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
		const fault = at.faults.add({
			path: /appointments\/$/,
			action: { kind: 'respond', status: 400 },
		});
		await trigger.restart();
		await until(() => fault.hits >= 3);
		fault.remove();
		at.updateStatus(key(), 'ATTENDED');
		expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED }]);
		const told = warn.mock.calls.filter(([text]) => String(text).includes('could not be compared'));
		expect(told).toHaveLength(1);
	});
});

describe('an execution', () => {
	it('that n8n could not create is started by the next look', async () => {
		const trigger = await watching(at);
		let failures = 0;
		trigger.beforeStart = () => {
			failures += 1;
			if (failures === 1) throw new Error('database is locked');
		};
		at.updateStatus(key(), 'ATTENDED');
		await deliver(trigger, known);
		await until(() => failures === 1);
		await deliver(trigger, known);
		expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
		expect(failures).toBe(2);
	});

	it.each(['before', 'after'])('runs once if n8n is killed %s it was created', async (when) => {
		const trigger = await watching(at);
		let reached = () => {};
		const creating = new Promise<void>((resolve) => (reached = resolve));
		trigger.beforeStart = async () => {
			reached();
			if (when === 'before') await new Promise(() => {});
		};
		at.updateStatus(key(), 'ATTENDED');
		await deliver(trigger, known);
		await creating;
		if (when === 'after') await runs(trigger, 1);
		await trigger.kill();
		// Meanwhile it changes back, so that no list shows it any more.
		at.updateStatus(key(), 'CONFIRMED');
		trigger.beforeStart = () => {};
		await trigger.activate('init');
		const found = await runs(trigger, 2);
		await pass(MINUTE);
		expect(trigger.executions).toHaveLength(2);
		expect(found.map(({ status }) => status)).toEqual(['ATTENDED', 'CONFIRMED']);
	});

	describe('of 60 changes that a check finds', () => {
		const booked = () =>
			at
				.seed(60, { start_date: startIn(2), status: 'CONFIRMED' })
				.map((one) => one.appointment_key);
		const sorted = async (trigger: TriggerWorkflow) =>
			(await runs(trigger, 60)).map((run) => run.key).sort();

		it('starts ten a second at most, and few of them save what is known', async () => {
			const trigger = await watching(at, { check: 'everyMinute' });
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
			const trigger = await watching(at, { check: 'everyMinute' });
			const keys = booked();
			await until(() => trigger.executions.length >= 25);
			await trigger[end]();
			await trigger.activate(mode);
			expect(await sorted(trigger)).toEqual(keys.sort());
			await pass(10_000);
			expect(trigger.executions).toHaveLength(60);
		});
	});

	it('that fails counts', async () => {
		const trigger = await watching(at);
		trigger.installed.next = () => Promise.reject(new Error('no mail server'));
		at.updateStatus(key(), 'ATTENDED');
		await deliver(trigger, known);
		await until(() => trigger.executions.length === 1);
		await deliver(trigger, known);
		await trigger.restart();
		await pass(2 * MINUTE);
		expect(trigger.executions).toHaveLength(1);
	});
});

describe('options', () => {
	it.each([
		[{ onlyWhenChanged: ['start'] }, [UPDATED]],
		[{ onlyWhenChanged: ['start', 'status'] }, [UPDATED, UPDATED]],
		[{ status: ['ATTENDED'] }, [UPDATED]],
	])('with %j, only what is wanted runs', async (options, events) => {
		const trigger = await watching(at, { options, check: 'everyMinute' });
		at.updateStatus(key(), 'ATTENDED');
		await deliver(trigger, known);
		await pass(5_000);
		at.updateStatus(key(), 'PENDING');
		at.reschedule(key(), startIn(5));
		await deliver(trigger, known);
		await pass(5_000);
		expect((await runs(trigger, events.length)).map(({ event }) => event)).toEqual(events);
	});

	it('an appointment runs as created once it passes the filters', async () => {
		const trigger = await watching(at, { options: { status: ['CONFIRMED'] } });
		const booked = at.book({ start_date: startIn(2), status: 'PENDING' });
		await deliver(trigger, booked, CREATED);
		await pass(3_000);
		expect(trigger.executions).toEqual([]);
		at.updateStatus(booked.appointment_key, 'CONFIRMED');
		await deliver(trigger, booked);
		expect(await runs(trigger, 1)).toMatchObject([{ event: CREATED, status: 'CONFIRMED' }]);
	});
});

it('a test event has what the API shows, and null for what was before', async () => {
	const trigger = changesTrigger(at);
	const test = async (body: object) => {
		await trigger.listenForTest();
		const { execution } = await trigger.deliver({ body, test: true });
		return (await execution)?.items[0]?.json;
	};
	expect(await test(delivery(key()))).toMatchObject({
		event: UPDATED,
		data: { appointment_key: key(), status: 'CONFIRMED' },
		previous: { start_date: null, status: null },
	});
	expect(await test(delivery('unknown-key', CREATED))).toEqual({
		...delivery('unknown-key', CREATED),
	});
});

it('Each Notification removes what was stored for Each Change', async () => {
	const trigger: TriggerWorkflow = await watching(at);
	await trigger.stop();
	trigger.installed.workflowData.nodes[0]!.parameters = triggerFor(at).installed.node.parameters;
	await trigger.activate('update');
	expect(storedIn(trigger)).toEqual({});
});
