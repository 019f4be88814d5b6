import type { Appointment, Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { UPDATED, CREATED } from '../deliveries/support';
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
	changesTrigger,
	startIn,
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

const start_date = startIn(1);
const check = 'everyMinute';
it.each([0, 1])(
	'goes on if as many appointments start at once as may fit on a page, and says so (%i s apart)',
	async (apart) => {
		at.speak({ pagination: 'none' });
		const start = new Date(known.start + 1_000 * apart).toISOString();
		at.seed(7, { start_date: start, status: 'CONFIRMED' });
		const trigger = await watching(at, { check });
		const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
		at.updateStatus(known.appointment_key, 'ATTENDED');
		expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
		await pass(MINUTE);
		expect(warn.mock.calls.join()).not.toContain('could not be compared');
	},
);

it('finds what was booked before its webhook was registered, which n8n does at the same time', async () => {
	const trigger = changesTrigger(at);
	const hold = at.faults.add({ method: 'POST', path: /webhooks/, action: { kind: 'hold' } });
	const activation = trigger.activate();
	await until(() => hold.hits > 0);
	await pass(500);
	// Nobody delivers this one.
	const booked = at.book({ start_date, status: 'CONFIRMED' });
	expect(lists(at)).toBe(0);
	hold.remove();
	await activation;
	await until(() => lists(at) > 0);
	at.updateStatus(booked.appointment_key, 'ATTENDED');
	await pass(5_000);
	await deliver(trigger, booked);
	expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
});

it('believes no list that was kept on the way for longer than what is known', async () => {
	const trigger = await watching(at, { check });
	at.updateStatus(known.appointment_key, 'ATTENDED');
	await deliver(trigger, known);
	await runs(trigger, 1);
	const results = at.appointments.list().map((each) => at.shown(each));
	const former = results.map((each) => ({ ...each, status: 'CONFIRMED' }));
	const headers = { age: '600' };
	at.faults.add({
		path: /appointments\/$/,
		action: { kind: 'respond', status: 200, headers, body: { results: former } },
	});
	const before = lists(at);
	await until(() => lists(at) >= before + 3);
	expect(trigger.executions).toHaveLength(1);
});

it('finds a change although the list of webhooks was kept on the way', async () => {
	const trigger = await watching(at, { check });
	const headers = { age: '86400' };
	const action = { kind: 'respond', status: 200, headers, body: [] } as const;
	at.faults.add({ method: 'GET', path: /webhooks/, action });
	at.updateStatus(known.appointment_key, 'ATTENDED');
	expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
});

it('believes no appointment that was kept on the way', async () => {
	const trigger = await watching(at);
	const body = { ...at.shown(known), status: 'PENDING' };
	const path = new RegExp(known.appointment_key);
	const action = { kind: 'respond', status: 200, headers: { age: '1' }, body } as const;
	at.faults.add({ path, times: 1, action });
	at.updateStatus(known.appointment_key, 'ATTENDED');
	await deliver(trigger, known);
	expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
});

const appointment_key = '4711';
it.each<[string, unknown]>([
	['with the key as a number', { event: CREATED, data: { appointment_key: 4711 } }],
	['without a kind of event', { data: { appointment_key } }],
	['with another kind of timestamp', { event: CREATED, timestamp: 0, data: { appointment_key } }],
	['with a wrapper', { type: 'created', data: { appointment: { appointment_key } } }],
	['beside a URL', { url: 'https://salon.example/', data: { appointment_key } }],
	['without a wrapper', { appointment_key, status: 'CONFIRMED' }],
	['in an array', [{ event: CREATED }, { event: CREATED, data: { appointment_key } }]],
])('looks at the appointment of a notification %s', async (_how, body) => {
	const trigger = await watching(at);
	at.book({ appointment_key, start_date, status: 'CONFIRMED' });
	expect(await trigger.deliver({ body: JSON.stringify(body) })).toMatchObject({ status: 200 });
	expect(await runs(trigger, 1)).toMatchObject([{ event: CREATED, key: '4711' }]);
});
