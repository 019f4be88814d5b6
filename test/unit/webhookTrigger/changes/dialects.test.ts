import type { Appointment, Service } from '../../../stand-in';
import { CREATED, UPDATED } from '../deliveries/support';
import {
	changesTrigger,
	clinic,
	deliver,
	lists,
	MINUTE,
	pass,
	runs,
	sleep,
	startIn,
	until,
	watching,
} from './support';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => await sleep(ms),
}));

const start_date = startIn(1);
const check = 'everyMinute';
let at: Service;
let known: Appointment;

beforeEach(async () => void ({ at, known } = await clinic()));

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
