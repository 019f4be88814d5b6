import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DateTime } from 'luxon';

import {
	credentialOf,
	dialects,
	type Appointment,
	type DialectName,
	type Service,
} from '../../../stand-in';
import { Inquiry } from '../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/core/inquiry';
import type { TriggerWorkflow } from '../../support';
import { clock, fastSleep, now } from './fastClock';
import { CANCELED, CREATED, notification, runsOf, service, triggerFor, UPDATED } from './support';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => await fastSleep(ms),
}));

const GONE = { kind: 'respond', status: 404 } as const;
const MADRID = { zone: 'Europe/Madrid' };
const ONE = /appointments\/[^/]+\/$/;

let at: Service;
let appointment: Appointment;
let trigger: TriggerWorkflow;
let forged: ReturnType<typeof notification>;

beforeAll(async () => {
	at = await service();
	[appointment] = at.seed(2, { status: 'PENDING' }) as [Appointment];
});

beforeEach(async () => {
	// An unknown key is asked for again and again.
	clock.skips = 8_000;
	at.faults.clear();
	at.speak('plain');
	const { appointment_key } = appointment;
	forged = notification({ data: { appointment_key, status: 'ATTENDED', forged: true } });
	await publish();
});

async function publish(options = {}, timezone = MADRID.zone): Promise<void> {
	const credentials = { ...credentialOf(at), timezone };
	const events = [CREATED, UPDATED, CANCELED];
	const parameters = { events, options: { verify: 'refetch', ...options } };
	trigger = triggerFor(at, parameters, { credentials });
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
	const deliver = async () => await trigger.deliver({ body: forged });
	await Promise.all(Array.from({ length: 5 }, deliver));
	await deliver();
	expect(at.requests.of('GET')).toHaveLength(1);
	expect(await runsOf(trigger)).toHaveLength(1);
});

it.each([
	['an unknown key', '00000000-0000-4000-a000-000000000000'],
	['a key that leads to another path', '../webhooks'],
	['a key with a query', 'k?send_email=true'],
])('does not run with %s, and requests nothing else', async (_what, key) => {
	const body = notification({ data: { appointment_key: key } });
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
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

describe('many deliveries at once', () => {
	beforeEach(() => {
		clock.skips = Infinity;
	});

	const deliver = async (appointment_key: string) =>
		await trigger.deliver({ body: notification({ data: { appointment_key } }) });

	it('all run, although at most eight requests are sent at once', async () => {
		const booked = at.seed(30);
		at.speak({ latency: 30 });
		const answers = await Promise.all(
			booked.map(async (one) => await deliver(one.appointment_key)),
		);
		expect(answers.map(({ status }) => status)).toEqual(booked.map(() => 200));
		expect(await runsOf(trigger)).toHaveLength(30);
		expect(at.inFlight.max).toBeLessThanOrEqual(8);
	});

	it('run although forged ones with unknown keys arrive all the time', async () => {
		at.speak({ latency: 30 });
		const keys = Array.from({ length: 8 }, () => randomUUID());
		let isOver = false;
		const flood = Promise.all(
			keys.map(async (key) => {
				while (!isOver) await Promise.all([deliver(key), deliver(randomUUID()), fastSleep(1_000)]);
			}),
		);
		await fastSleep(3_000);
		const booked = at.seed(5);
		const answers = await Promise.all(
			booked.map(async (one) => await deliver(one.appointment_key)),
		);
		isOver = true;
		expect(answers.map(({ status }) => status)).toEqual(booked.map(() => 200));
		expect(await runsOf(trigger)).toHaveLength(5);
		await flood;
	});

	it('get 503 if the API has not responded within ten seconds', async () => {
		const held = at.faults.add({ method: 'GET', action: { kind: 'hold' } });
		const start = now();
		const answers = Promise.all(Array.from({ length: 9 }, async () => await deliver(randomUUID())));
		for (const { status } of await answers) expect(status).toBe(503);
		expect(now() - start).toBeLessThan(20_000);
		expect(held.hits).toBe(8);
		held.remove();
		expect(await trigger.deliver({ body: forged })).toMatchObject({ status: 200 });
	});
});

describe('with Respond Immediately', () => {
	const timed = async (body: unknown) => {
		const start = now();
		let seconds: number | undefined;
		const onAnswer = () => (seconds = 2 * Math.round((now() - start) / 2_000));
		const { status, body: answer } = await trigger.deliver({ body, onAnswer });
		return { status, answer, seconds };
	};

	it.each([CREATED, UPDATED, 'appointment.attended'])(
		'%s gets the same response after two seconds, whether the API knows the key or not',
		async (event) => {
			await publish();
			trigger.installed.node.parameters.additionalEvents = 'appointment.attended';
			await trigger.activate('update');
			const { appointment_key } = appointment;
			const same = { status: 200, answer: { message: 'Received' }, seconds: 2 };
			for (const key of [appointment_key, randomUUID()]) {
				const body = notification({ event, data: { appointment_key: key, status: 'NO_SHOW' } });
				expect(await timed(body)).toEqual(same);
				// A redelivery tells nothing either.
				expect(await timed(body)).toEqual(same);
			}
		},
	);

	it('a redelivery gets it as well, while the API is still asked about an unknown key', async () => {
		const body = notification();
		let first: Promise<unknown> | undefined;
		await new Promise<void>((onAnswer) => {
			first = trigger.deliver({ body, onAnswer });
		});
		expect(await timed(body)).toEqual({ status: 200, answer: { message: 'Received' }, seconds: 2 });
		await first;
		expect(trigger.executions).toEqual([]);
	});

	it('a cancellation gets the same 503 for an unknown key and for one that is not canceled', async () => {
		for (const appointment_key of [appointment.appointment_key, randomUUID()]) {
			const body = notification({ event: CANCELED, data: { appointment_key } });
			expect(await trigger.deliver({ body })).toMatchObject({
				status: 503,
				body: { message: 'Not verified, send this again' },
			});
		}
		expect(trigger.executions).toEqual([]);
	});
});

it('asks about 100 unknown keys that long, and about others for ten seconds', async () => {
	clock.skips = Infinity;
	const looks = jest.spyOn(Inquiry.prototype, 'find').mockResolvedValue({ is: 'unknown' });
	const deliver = async () => await trigger.deliver({ body: notification() });
	await Promise.all(Array.from({ length: 102 }, deliver));
	expect(looks).toHaveBeenCalledTimes(100 * 7 + 2 * 4);
	looks.mockClear();
	clock.skips = 8_000;
	await deliver();
	expect(looks).toHaveBeenCalledTimes(7);
});

it.each([
	['403', { kind: 'respond', status: 403 }],
	['a web page', { kind: 'respond', status: 200, body: '<html></html>' }],
	['429 with Retry-After 120', { kind: 'respond', status: 429, headers: { 'retry-after': '120' } }],
] as const)(
	'runs a booking that the API shows 15 s later, although it once responds with %s',
	async (_what, action) => {
		at.faults.add({ method: 'GET', path: ONE, times: 3, action: GONE });
		at.faults.add({ method: 'GET', path: ONE, times: 1, action });
		expect(await trigger.deliver({ body: forged })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toHaveLength(1);
	},
);

it('a move by an hour, delivered in UTC, does not run with the former start', async () => {
	const start_date = '2026-12-10T10:00:00+01:00';
	const [moved] = at.seed(1, { status: 'PENDING', start_date });
	const data = { ...at.shown(moved!), start_date: '2026-12-10T10:00:00Z' };
	const answer = trigger.deliver({ body: notification({ event: UPDATED, data }) });
	while (at.requests.of('GET', ONE).length < 1) await sleep(1);
	await sleep(30);
	at.appointments.update(moved!.appointment_key, { start: Date.parse(data.start_date) });
	await answer;
	expect(await runsOf(trigger)).toMatchObject([
		[{ data: { start_date: '2026-12-10T11:00:00+01:00' } }],
	]);
});

const inUtc = (start: string) => DateTime.fromISO(start, MADRID).toUTC().toISO()!;

it.each([
	['the same digits', (start: string) => `${start}+05:00`, MADRID.zone, 200],
	['other digits', (start: string) => `${start.slice(0, 11)}23:15:00+05:00`, MADRID.zone, 503],
	['the same moment', inUtc, MADRID.zone, 200],
	['UTC, which tells nothing without a zone', inUtc, '', 200],
	['a zone that is none', inUtc, 'Madrid', 200],
])(
	'compares a start without an offset with a delivered one: %s',
	async (_what, written, zone, status) => {
		at.speak({ dates: 'local' });
		await publish({ respond: 'whenFinished' }, zone);
		const shown = at.shown(appointment);
		const data = { ...shown, start_date: written(String(shown.start_date)) };
		const body = notification({ event: UPDATED, data });
		expect(await trigger.deliver({ body })).toMatchObject({ status });
	},
);

it('a status in small letters is the same one', async () => {
	await publish({ onlyWhenChanged: ['start'] });
	const data = { ...at.shown(appointment), status: 'pending' };
	for (const second of [1, 2, 3]) {
		const timestamp = new Date(Date.now() - 60_000 + second * 1_000).toISOString();
		await trigger.deliver({ body: notification({ event: UPDATED, timestamp, data }) });
	}
	expect(await runsOf(trigger)).toHaveLength(1);
});

it.each([
	['a state', 'immediately', true, [200]],
	['a state', 'whenFinished', true, [503, 200]],
	['a key', 'whenFinished', false, [503, 200]],
])(
	'%s that the API never shows (%s) runs with what it shows: %s, after the responses %j',
	async (_what, respond, isKnown, responses) => {
		await publish({ respond });
		const data = { appointment_key: appointment.appointment_key, status: 'NO_SHOW' };
		const body = isKnown ? notification({ event: UPDATED, data }) : notification();
		for (const status of responses) {
			expect(await trigger.deliver({ body })).toMatchObject({ status });
		}
		const shown = [[{ data: { status: 'PENDING' } }]];
		expect(await runsOf(trigger)).toMatchObject(isKnown ? shown : []);
	},
);

describe('a cancellation', () => {
	let key: string;
	const canceled = () => notification({ event: CANCELED, data: { appointment_key: key } });
	const future = () => new Date(Date.now() + 86_400_000).toISOString();

	beforeEach(() => {
		key = at.seed(1, { status: 'CONFIRMED', start_date: future() })[0]!.appointment_key;
	});

	it.each([
		[404, 'byFlag'],
		[410, 'byStatus'],
	] as const)(
		'runs with the data of a list if the API responds with %s, one list for all that wait (%s)',
		async (status, canceledListed) => {
			at.faults.add({ method: 'GET', path: ONE, action: { kind: 'respond', status } });
			at.speak({ canceledListed });
			const gone = at.seed(20, { status: 'CANCELED_CLIENT', start_date: future() });
			const answers = await Promise.all(
				gone.map(async ({ appointment_key }) => {
					const body = notification({ event: CANCELED, data: { appointment_key } });
					return await trigger.deliver({ body });
				}),
			);
			expect(answers.map((answer) => answer.status)).toEqual(gone.map(() => 200));
			const events = (await runsOf(trigger)).flat();
			expect(events.map(({ data }) => data)).toEqual(
				expect.arrayContaining(gone.map((one) => at.shown(one))),
			);
			expect(at.requests.of('GET', /appointments\/$/).length).toBeLessThanOrEqual(8);
		},
	);

	it('runs with its key alone if it is nowhere any more, and was known before', async () => {
		await trigger.deliver({ body: notification({ data: { appointment_key: key } }) });
		at.appointments.remove(key);
		expect(await trigger.deliver({ body: canceled() })).toMatchObject({ status: 200 });
		expect((await runsOf(trigger)).at(-1)).toMatchObject([
			{ event: CANCELED, data: { appointment_key: key } },
		]);
		expect((await runsOf(trigger)).at(-1)?.[0]?.data).toEqual({ appointment_key: key });
	});

	it('gets 503 if the list of canceled ones cannot be read', async () => {
		at.faults.add({ method: 'GET', path: ONE, action: GONE });
		at.faults.add({ method: 'GET', action: { kind: 'respond', status: 500 } });
		expect(await trigger.deliver({ body: canceled() })).toMatchObject({ status: 503 });
	});
});

it('the log gets one short line a minute, whatever a key contains', async () => {
	const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
	const appointment_key = `\u001b[2K\r\n\u202e${'k '.repeat(120)}`;
	for (let time = 0; time < 3; time += 1) {
		await trigger.deliver({ body: notification({ event: CANCELED, data: { appointment_key } }) });
	}
	expect(warn).toHaveBeenCalledTimes(1);
	const [line] = warn.mock.calls[0] ?? [];
	expect(line).toMatch(/^[^\p{Cc}\p{Cf}]{1,200}$/u);
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
	['refuses the token', { kind: 'respond', status: 401 }],
	['responds with an empty list', { kind: 'respond', status: 200, body: [] }],
	['refuses with 200', { kind: 'respond', status: 200, body: { detail: 'Busy.' } }],
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
