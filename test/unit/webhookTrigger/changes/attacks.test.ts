import type { Appointment, Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { UPDATED } from '../deliveries/support';
import {
	clinic,
	deliver,
	delivery,
	lists,
	MINUTE,
	pass,
	runs,
	sleep,
	until,
	watcherOf,
	watching,
} from './support';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => await sleep(ms),
}));

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
