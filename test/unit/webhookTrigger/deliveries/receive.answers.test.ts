import type { Service } from '../../../stand-in';
import type { Delivery, TriggerWorkflow } from '../../support';
import { CANCELED, CREATED, notification, runsOf, service, triggerFor, UPDATED } from './support';

const RECEIVED = { message: 'Received' };

let at: Service;

beforeAll(async () => {
	at = await service();
});

async function active(parameters = {}): Promise<TriggerWorkflow> {
	const trigger = triggerFor(at, parameters);
	await trigger.activate();
	return trigger;
}

describe('a delivery', () => {
	it('runs with event, timestamp and data as they were delivered, and nothing else', async () => {
		const trigger = await active();
		const body = notification({ data: { notes: null, tags: [{ tag_key: 'ñ' }], duration: 30.5 } });
		const delivered = await trigger.deliver({ body: { ...body, id: 7 } });
		expect(delivered).toMatchObject({ status: 200, body: RECEIVED });
		const execution = await delivered.execution;
		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		expect(execution?.items.map(({ json }) => json)).toEqual([body]);
		expect(execution?.items[0]).not.toHaveProperty('delivery');
	});

	it.each<[string, Delivery['headers']]>([
		['declared as JSON with a charset', { 'content-type': 'application/json; charset=utf-8' }],
		['declared as text', { 'content-type': 'text/plain' }],
		['declared as nothing', { 'content-type': '' }],
		['declared as bytes', { 'content-type': 'application/octet-stream' }],
		['declared as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
	])('is read when it is %s', async (_, headers) => {
		const trigger = await active();
		const body = notification();
		expect(await trigger.deliver({ body, headers })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it.each([
		[{}, 3, undefined],
		[{ onlyWhenChanged: ['status'] }, 2, 'CONFIRMED'],
	])(
		'with the options %j, of three it runs %i, and the second after %s',
		async (options, runs, was) => {
			const trigger = await active({ events: [CREATED, UPDATED], options });
			const { data } = notification();
			await trigger.deliver({ body: notification({ data }) });
			for (const notes of ['one', 'another']) {
				const changed = { ...data, status: 'PENDING', notes };
				await trigger.deliver({ body: notification({ event: UPDATED, data: changed }) });
			}
			const received = await runsOf(trigger);
			expect(received).toHaveLength(runs);
			const previous = received[1]?.[0]?.previous as { status: string } | undefined;
			expect(previous?.status).toBe(was);
		},
	);

	it('may come for further kinds that were asked for, with any data', async () => {
		const trigger = await active({ events: [CREATED], additionalEvents: ' a.b , c.d ' });
		for (const event of ['a.b', 'c.d']) {
			const body = { event, timestamp: '2026-03-01T10:00:00Z', data: { anything: event } };
			await trigger.deliver({ body });
		}
		expect((await runsOf(trigger)).flat()).toMatchObject([{ event: 'a.b' }, { event: 'c.d' }]);
	});
});

describe('the answer 200', () => {
	it('is the same for what runs, what was not asked for, what a filter leaves out, and what is known', async () => {
		const trigger = await active({ events: [CREATED], options: { status: ['CONFIRMED'] } });
		const body = notification();
		const answers = [
			await trigger.deliver({ body }),
			await trigger.deliver({ body }),
			await trigger.deliver({ body: notification({ event: UPDATED }) }),
			await trigger.deliver({ body: notification({ data: { status: 'PENDING' } }) }),
		];
		for (const { status, body: answer, headers } of answers) {
			expect({ status, answer }).toEqual({ status: 200, answer: RECEIVED });
			expect(headers).toEqual({ ...answers[0]?.headers, date: expect.anything() });
		}
		expect(await runsOf(trigger)).toEqual([[body]]);
	});
});

describe('what some services leave out', () => {
	it.each<[string, Record<string, unknown>]>([
		['the timestamp', { timestamp: undefined }],
		['the timestamp, with null in its place', { timestamp: null }],
		['the data, with null in its place', { data: null }],
	])('%s does not keep the event from running, as it was delivered', async (_, change) => {
		const trigger = await active({ events: [CREATED, UPDATED] });
		const bodies = [CREATED, UPDATED].map(
			(event) => JSON.parse(JSON.stringify({ ...notification({ event }), ...change })) as object,
		);
		for (const body of bodies)
			expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toEqual(bodies.map((body) => [body]));
	});
});

describe('what is refused', () => {
	it.each([
		['nothing', ''],
		['null', 'null'],
		['a list', '[]'],
		['a list of notifications', JSON.stringify([notification()])],
		['a word', '"appointment.created"'],
		['no data', JSON.stringify({ ...notification(), data: undefined })],
		['no event', JSON.stringify({ ...notification(), event: undefined })],
		['another time', JSON.stringify(notification({ timestamp: 'now' }))],
		['no key', JSON.stringify(notification({ data: { appointment_key: undefined } }))],
	])('%s is 400 with a reason and no run', async (_, body) => {
		const trigger = await active();
		expect(await trigger.deliver({ body })).toMatchObject({
			status: 400,
			body: { message: expect.stringMatching(/^(The body|event|data|timestamp)/) },
		});
		expect(trigger.executions).toEqual([]);
	});

	it('is a body beyond 1 MB, with 413', async () => {
		const trigger = await active();
		const body = JSON.stringify(notification());
		const room = 1_000_000 - Buffer.byteLength(body);
		expect(await trigger.deliver({ body: body + ' '.repeat(room + 1) })).toMatchObject({
			status: 413,
		});
		expect(trigger.executions).toEqual([]);
		expect(await trigger.deliver({ body: body + ' '.repeat(room) })).toMatchObject({ status: 200 });
	});

	it('is a form, which n8n does not hand over as bytes: 413 if its announced length is beyond 1 MB', async () => {
		const trigger = await active();
		const webhook = jest.spyOn(trigger.installed.nodeType, 'webhook');
		const statusOf = async (length: number) => {
			const headers = { 'content-type': 'multipart/form-data', 'content-length': String(length) };
			return (await trigger.deliver({ body: '', headers })).status;
		};
		expect([await statusOf(1_000_001), await statusOf(1_000_000)]).toEqual([413, 400]);
		// n8n would respond as well.
		const results = await Promise.all(webhook.mock.results.map(({ value }) => value as unknown));
		expect(results).toEqual([{ noWebhookResponse: true }, { noWebhookResponse: true }]);
	});
});

it.each([
	['a byte order mark', '\ufeff', 'without a mark'],
	['a mark in its data', '', 'with \ufeff'],
])('JSON sent as text runs, with %s too', async (_, mark, notes) => {
	const trigger = await active();
	const sent = notification({ data: { notes } });
	const body = `${mark}${JSON.stringify(sent)}`;
	const headers = { 'content-type': 'text/plain' };
	expect(await trigger.deliver({ body, headers })).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toEqual([[sent]]);
});

it('JSON in another charset runs as n8n has read it', async () => {
	const trigger = await active();
	const sent = notification();
	const headers = { 'content-type': 'application/json; charset=utf-16le' };
	const body = Buffer.from(JSON.stringify(sent), 'utf16le');
	expect(await trigger.deliver({ body, headers })).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toEqual([[sent]]);
});

describe('filters', () => {
	const calendar = (value: string) => ({ __rl: true, mode: 'key', value });
	const body = (calendarKey: unknown, status: unknown) =>
		notification({
			event: UPDATED,
			data: {
				status,
				calendar: calendarKey === undefined ? undefined : { calendar_key: calendarKey },
			},
		});

	it.each([
		['the calendar asked for', body('c1', 'PENDING'), true],
		['another calendar', body('c2', 'PENDING'), false],
		['no calendar told', body(undefined, 'PENDING'), true],
		['another status', body('c1', 'ATTENDED'), false],
		['no status told', body('c1', undefined), true],
		['neither told', body(undefined, undefined), true],
		['the calendar in capitals', body('C1', 'PENDING'), true],
		['another calendar, by number', body(7, 'PENDING'), false],
		['a calendar of no known shape', body({ id: 7 }, 'PENDING'), true],
	])('%s: runs %#', async (_, delivered, runs) => {
		const trigger = await active({
			events: [CREATED, UPDATED, CANCELED],
			options: { calendar: calendar('c1'), status: ['PENDING', 'CONFIRMED'] },
		});
		expect(await trigger.deliver({ body: delivered })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toHaveLength(runs ? 1 : 0);
	});
});
