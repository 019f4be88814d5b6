import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { dialects, type Appointment, type DialectName, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import {
	CREATED,
	many,
	notification,
	runsOf,
	sendUntilTaken,
	service,
	triggerFor,
	UPDATED,
} from './support';

jest.mock('../../../../nodes/AppointmentScheduling/service/http/retry', () => ({
	...jest.requireActual('../../../../nodes/AppointmentScheduling/service/http/retry'),
	backoffDelay: () => 1,
}));

let at: Service;
let appointment: Appointment;
let trigger: TriggerWorkflow;
let forged: ReturnType<typeof notification>;

beforeAll(async () => {
	at = await service();
	[appointment] = at.seed(2, { status: 'PENDING' }) as [Appointment];
});

beforeEach(async () => {
	at.faults.clear();
	at.speak('plain');
	const { appointment_key } = appointment;
	forged = notification({ data: { appointment_key, status: 'ATTENDED', forged: true } });
	await publish();
});

async function publish(options = {}): Promise<void> {
	trigger = triggerFor(at, {
		events: [CREATED, UPDATED],
		options: { verify: 'refetch', ...options },
	});
	await trigger.activate();
	at.requests.clear();
}

it.each(Object.keys(dialects) as DialectName[])(
	'runs with the data of the API instead of what was delivered (%s)',
	async (dialect) => {
		at.speak(dialect);
		await publish();
		expect(await trigger.deliver({ body: forged })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toMatchObject([[{ ...forged, data: at.shown(appointment) }]]);
	},
);

it('asks the API once for an event that is delivered several times', async () => {
	await many(trigger, 5, forged);
	await trigger.deliver({ body: forged });
	expect(at.requests.of('GET')).toHaveLength(1);
	expect(await runsOf(trigger)).toHaveLength(1);
});

it.each([
	['an unknown key', '00000000-0000-4000-a000-000000000000', 200],
	['a key that leads to another path', '../webhooks', 200],
	['a key with a query', 'k?send_email=true', 200],
	['dots', '..', 400],
	['half a character', '\ud800', 400],
])('does not run with %s, and requests nothing else', async (_what, key, status) => {
	const body = notification({ data: { appointment_key: key } });
	expect(await trigger.deliver({ body })).toMatchObject({
		status,
		...(status === 200 && { body: { message: 'Received' } }),
	});
	for (const { path } of at.requests.entries) {
		expect(path).toMatch(/^\/api\/v3\/appointments\/[^/]+\/$/);
	}
	expect(trigger.executions).toEqual([]);
});

it.each([{ status: 'PENDING' }, null])('refuses %j, which has no key, with 400', async (data) => {
	expect(
		await trigger.deliver({ body: { ...notification({ event: UPDATED }), data } }),
	).toMatchObject({ status: 400, body: { message: 'data.appointment_key is not a key' } });
});

it('asks eight times at once, and refuses more with 503', async () => {
	const held = at.faults.add({ method: 'GET', action: { kind: 'hold' } });
	const deliver = async () =>
		await trigger.deliver({ body: notification({ data: { appointment_key: randomUUID() } }) });
	const first = Array.from({ length: 8 }, deliver);
	while (held.hits < 8) await nextTurn();
	for (let time = 0; time < 5; time += 1) expect(await deliver()).toMatchObject({ status: 503 });
	held.remove();
	for (const { status } of await Promise.all(first)) expect(status).toBe(200);
	expect(await trigger.deliver({ body: forged })).toMatchObject({ status: 200 });
});

it('runs if the API shows the appointment a moment later', async () => {
	at.faults.add({ method: 'GET', times: 1, action: { kind: 'respond', status: 404 } });
	await trigger.deliver({ body: forged });
	expect(await runsOf(trigger)).toHaveLength(1);
});

it('runs if the API writes the key in capitals, but not with another appointment', async () => {
	const respond = (key: string) => {
		const body = { appointment_key: key, status: 'PENDING' };
		at.faults.clear();
		at.faults.add({ method: 'GET', action: { kind: 'respond', status: 200, body } });
	};
	respond(randomUUID());
	expect(await trigger.deliver({ body: forged })).toMatchObject({ status: 200 });
	expect(trigger.executions).toEqual([]);
	respond(appointment.appointment_key.toUpperCase());
	await trigger.deliver({ body: forged });
	expect(await runsOf(trigger)).toHaveLength(1);
});

it.each([
	['responds with 500', { kind: 'respond', status: 500 }],
	['responds with 429', { kind: 'respond', status: 429 }],
	['refuses the token', { kind: 'respond', status: 401 }],
	['responds with a web page', { kind: 'respond', status: 200, body: '<html></html>' }],
	['responds with an empty list', { kind: 'respond', status: 200, body: [] }],
	['refuses with 200', { kind: 'respond', status: 200, body: { detail: 'Busy.' } }],
	['breaks the connection', { kind: 'reset' }],
] as const)('responds with 503 if the API %s, and runs when redelivered', async (_what, action) => {
	at.faults.add({ method: 'GET', action });
	expect(await trigger.deliver({ body: forged })).toMatchObject({ status: 503 });
	expect(trigger.executions).toEqual([]);
	at.faults.clear();
	expect(await trigger.deliver({ body: forged })).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toHaveLength(1);
});

it('responds with 503 while the credential cannot be used', async () => {
	const stored = jest.spyOn(trigger.installed.credentialsHelper, 'getDecrypted');
	stored.mockResolvedValue({ baseUrl: 'not an address', accessToken: at.token });
	expect(await trigger.deliver({ body: forged })).toMatchObject({ status: 503 });
});

it.each(['immediately', 'whenFinished'])(
	'runs once if the sender gives up while the API is asked, and sends it again (%s)',
	async (respond) => {
		await publish({ respond });
		const fault = at.faults.add({ method: 'GET', action: { kind: 'hold' } });
		let giveUp = () => {};
		const abandoned = trigger.deliver({ body: forged, onOpen: (opened) => (giveUp = opened) });
		while (fault.hits === 0) await nextTurn();
		giveUp();
		fault.remove();
		expect((await abandoned).status).toBeUndefined();
		expect(await sendUntilTaken(trigger, forged)).toBe(200);
		expect(await runsOf(trigger)).toHaveLength(1);
	},
);
