import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Appointment, Service } from '../../../stand-in';
import { dialects, type DialectName } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import {
	CREATED,
	notification,
	runsOf,
	sendUntilTaken,
	service,
	triggerFor,
	UPDATED,
} from './support';

jest.mock('../../../../nodes/AppointmentScheduling/service/http/backoff', () => ({
	...jest.requireActual('../../../../nodes/AppointmentScheduling/service/http/backoff'),
	backoffDelay: () => 1,
}));

let at: Service;
let appointment: Appointment;

beforeAll(async () => {
	at = await service();
	[appointment] = at.seed(2, { status: 'PENDING' }) as [Appointment];
});

beforeEach(() => {
	at.faults.clear();
	at.requests.clear();
	at.speak('plain');
});

async function active(options = {}): Promise<TriggerWorkflow> {
	const trigger = triggerFor(at, {
		events: [CREATED, UPDATED],
		options: { verify: 'refetch', ...options },
	});
	await trigger.activate();
	return trigger;
}

const forged = () =>
	notification({
		data: { appointment_key: appointment.appointment_key, status: 'ATTENDED', forged: true },
	});

describe('a delivery that is verified', () => {
	it.each(Object.keys(dialects) as DialectName[])(
		'runs with what the API tells instead of what was delivered (%s)',
		async (dialect) => {
			at.speak(dialect);
			const trigger = await active();
			const body = forged();
			expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
			expect(await runsOf(trigger)).toEqual([[{ ...body, data: at.shown(appointment) }]]);
		},
	);

	it('is asked for once, and runs once, however often it is delivered', async () => {
		const trigger = await active();
		at.requests.clear();
		const body = forged();
		await Promise.all(Array.from({ length: 5 }, async () => await trigger.deliver({ body })));
		await trigger.deliver({ body });
		expect(at.requests.of('GET')).toHaveLength(1);
		expect(await runsOf(trigger)).toHaveLength(1);
	});

	it.each([
		['unknown', '00000000-0000-4000-a000-000000000000', 200],
		['a way out of the path', '../webhooks', 200],
		['the folder above', '..', 400],
		['the folder itself', '.', 400],
		['a query', 'k?send_email=true', 200],
		['half a character', '\ud800', 400],
	])('runs nothing when its key is %s, and the answer does not tell', async (_, key, status) => {
		const trigger = await active();
		at.requests.clear();
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

	it('costs eight requests at a time: other deliveries are to be sent again at once', async () => {
		const trigger = await active();
		at.requests.clear();
		const held = at.faults.add({ method: 'GET', action: { kind: 'hold' } });
		const deliver = async () =>
			await trigger.deliver({ body: notification({ data: { appointment_key: randomUUID() } }) });
		const first = Array.from({ length: 8 }, deliver);
		while (held.hits < 8) await nextTurn();
		for (const { status } of await Promise.all(Array.from({ length: 20 }, deliver))) {
			expect(status).toBe(503);
		}
		held.remove();
		await Promise.all(first);
		// Each is asked for once more.
		expect(at.requests.of('GET')).toHaveLength(16);
	});

	it('runs when the API shows its appointment a moment later', async () => {
		const trigger = await active();
		at.faults.add({ method: 'GET', times: 1, action: { kind: 'respond', status: 404 } });
		expect(await trigger.deliver({ body: forged() })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toHaveLength(1);
	});

	it('runs when the API writes the key in capitals', async () => {
		const trigger = await active();
		const { appointment_key: key } = appointment;
		const body = { appointment_key: key.toUpperCase(), status: 'PENDING' };
		at.faults.add({ method: 'GET', action: { kind: 'respond', status: 200, body } });
		expect(await trigger.deliver({ body: forged() })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toMatchObject([[{ data: body }]]);
	});

	it('runs nothing when the API answers with another appointment', async () => {
		const trigger = await active();
		const body = at.shown(at.book({ status: 'PENDING' }));
		at.faults.add({ method: 'GET', action: { kind: 'respond', status: 200, body } });
		expect(await trigger.deliver({ body: forged() })).toMatchObject({ status: 200 });
		expect(trigger.executions).toEqual([]);
	});

	it('is to be sent again when the credential can not be used', async () => {
		const trigger = await active();
		const body = forged();
		const stored = jest.spyOn(trigger.installed.credentialsHelper, 'getDecrypted');
		stored.mockResolvedValue({ baseUrl: 'not an address', accessToken: at.token });
		expect(await trigger.deliver({ body })).toMatchObject({ status: 503 });
		stored.mockRestore();
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toHaveLength(1);
	});

	it.each([[{ status: 'PENDING' }], [null]])(
		'is 400 without a run when it has no key, but %j',
		async (data) => {
			const trigger = await active();
			const body = { ...notification({ event: UPDATED }), data };
			expect(await trigger.deliver({ body })).toMatchObject({
				status: 400,
				body: { message: 'data.appointment_key is not a key' },
			});
		},
	);

	it.each([
		['answers 500', { kind: 'respond', status: 500 }],
		['answers 503', { kind: 'respond', status: 503 }],
		['answers 429', { kind: 'respond', status: 429 }],
		['does not accept the token any more', { kind: 'respond', status: 401 }],
		['answers with a web page', { kind: 'respond', status: 200, body: '<html></html>' }],
		['breaks off', { kind: 'reset' }],
		['answers with an empty list', { kind: 'respond', status: 200, body: [] }],
		['answers with nothing known', { kind: 'respond', status: 200, body: {} }],
		['refuses with 200', { kind: 'respond', status: 200, body: { detail: 'Busy.' } }],
	] as const)('is to be sent again when the API %s, and then runs', async (_, action) => {
		const trigger = await active();
		const body = forged();
		at.faults.add({ method: 'GET', action });
		expect(await trigger.deliver({ body })).toMatchObject({ status: 503 });
		expect(trigger.executions).toEqual([]);
		at.faults.clear();
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toHaveLength(1);
	});

	it('passes filters by what the API tells', async () => {
		const trigger = await active({ status: ['PENDING'] });
		await trigger.deliver({ body: forged() });
		expect(await runsOf(trigger)).toHaveLength(1);

		const other = await active({ status: ['ATTENDED'] });
		expect(await other.deliver({ body: forged() })).toMatchObject({ status: 200 });
		expect(await runsOf(other)).toEqual([]);
	});

	it.each(['immediately', 'whenFinished'])(
		'runs once when the sender gives up while the API is asked, and sends again (%s)',
		async (respond) => {
			const trigger = await active({ respond });
			const body = forged();
			const fault = at.faults.add({ method: 'GET', action: { kind: 'hold' } });
			let giveUp = () => {};
			const abandoned = trigger.deliver({ body, onOpen: (opened) => (giveUp = opened) });
			while (fault.hits === 0) await nextTurn();
			giveUp();
			for (let turn = 0; turn < 20; turn += 1) await nextTurn();
			fault.remove();
			expect((await abandoned).status).toBeUndefined();

			expect(trigger.executions).toHaveLength(1);
			expect(await sendUntilTaken(trigger, body)).toBe(200);
			expect(await runsOf(trigger)).toHaveLength(1);
		},
	);
});
