import type { Appointment, Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { CANCELED, CREATED, UPDATED } from '../deliveries/support';
import {
	clinic,
	deliver,
	delivery,
	fastSleep,
	gets,
	lists,
	MINUTE,
	pass,
	runs,
	startIn,
	until,
	watcherOf,
	watching,
} from './support';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => await fastSleep(ms),
}));

const start_date = startIn(1);

let at: Service;
let known: Appointment;

beforeEach(async () => void ({ at, known } = await clinic()));

const forged = (number: number) => `forged-${number}-${'x'.repeat(100)}`;

/** As a delivery does it, which takes several ms in these tests. */
const hinting = (trigger: TriggerWorkflow) => watcherOf(trigger.hookContext())!.looks;

/** How many GETs of single appointments the service got. */
const singleGets = () => at.requests.of('GET', /appointments\/.+/).length;

/** Minutes that have begun since then. */
const minutesSince = (begin: number) => Math.ceil((performance.now() - begin) / MINUTE);

it('20 forged keys a second for a minute cause 240 GETs a minute, and delay no known change', async () => {
	const trigger = await watching(at);
	const watcher = hinting(trigger);
	at.requests.clear();
	const begin = performance.now();
	let isTold = false;
	for (let number = 0; number < 1_200; number += 1) {
		if (number % 50 === 0) await trigger.deliver({ body: delivery(forged(number)) });
		else watcher.hint(forged(number));
		if (number === 600) {
			at.updateStatus(known.appointment_key, 'ATTENDED');
			await deliver(trigger, known);
		}
		if (number === 1_150) isTold = trigger.executions.length === 1;
		const due = begin + number * 50;
		await pass(Math.max(due - performance.now(), 1));
	}
	expect(isTold).toBe(true);
	await pass(MINUTE);
	expect(singleGets()).toBeLessThanOrEqual(240 * minutesSince(begin));
	expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, key: known.appointment_key }]);
});

it('a flood of forged keys delays a new appointment until the next check, and nothing else', async () => {
	const trigger = await watching(at, { check: 'everyMinute' });
	const watcher = hinting(trigger);
	for (let number = 0; number < 2_100; number += 1) watcher.hint(forged(number));
	const booked = at.book({ start_date });
	await deliver(trigger, booked, CREATED);
	const before = lists(at);
	expect(await runs(trigger, 1)).toMatchObject([{ event: CREATED, key: booked.appointment_key }]);
	expect(lists(at) - before).toBeLessThanOrEqual(2);
});

it('200 hints for one key cause six GETs at once, and a few repetitions, in a minute', async () => {
	const trigger = await watching(at);
	for (const about of [known, { appointment_key: 'unknown-key' }]) {
		at.requests.clear();
		const begin = performance.now();
		for (let hint = 0; hint < 200; hint += 1) {
			await deliver(trigger, about);
			if (hint % 20 === 0) await pass(2_000);
		}
		await pass(20_000);
		expect(gets(at, about)).toBeLessThanOrEqual(6 * minutesSince(begin) + 3);
		expect(gets(at, about)).toBeGreaterThanOrEqual(4);
	}
	expect(trigger.executions).toEqual([]);
});

it('a forged cancellation starts nothing while one GET says 404', async () => {
	const trigger = await watching(at, { check: 'everyMinute' });
	const path = new RegExp(known.appointment_key);
	const action = { kind: 'respond', status: 404 } as const;
	for (const after of [0, 1, 2, 3]) {
		at.faults.add({ method: 'GET', path, times: 1, after, action });
		await deliver(trigger, known, CANCELED);
		await pass(1.5 * MINUTE);
		at.faults.clear();
	}
	await pass(MINUTE);
	expect(trigger.executions).toEqual([]);
});

it('a forged hint every 20 s neither hides nor doubles a change that was not delivered', async () => {
	const trigger = await watching(at);
	for (let hint = 0; hint < 9; hint += 1) {
		await deliver(trigger, known);
		if (hint === 3) at.updateStatus(known.appointment_key, 'ATTENDED');
		await pass(20_000);
	}
	expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
	expect(trigger.executions).toHaveLength(1);
});

it('a known appointment whose hint finds no place is found by a check within a minute or two', async () => {
	const trigger = await watching(at);
	const watcher = hinting(trigger);
	for (let number = 0; number < 2_000; number += 1) watcher.hint(forged(number));
	const before = lists(at);
	at.updateStatus(known.appointment_key, 'ATTENDED');
	await deliver(trigger, known);
	const begin = performance.now();
	await until(() => trigger.executions.length === 1);
	expect(performance.now() - begin).toBeLessThan(2 * MINUTE);
	expect(lists(at) - before).toBeLessThanOrEqual(2);
});
