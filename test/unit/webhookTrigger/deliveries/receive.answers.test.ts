import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { CREATED, notification, runsOf, service, triggerFor, UPDATED } from './support';

let at: Service;

beforeAll(async () => {
	at = await service();
});

async function active(parameters = {}): Promise<TriggerWorkflow> {
	const trigger = triggerFor(at, parameters);
	await trigger.activate();
	return trigger;
}

it.each<[string, string, BufferEncoding]>([
	['with a charset', 'application/json; charset=utf-8', 'utf8'],
	['in another charset', 'application/json; charset=utf-16le', 'utf16le'],
	['as text', 'text/plain', 'utf8'],
	['without a type', '', 'utf8'],
	['as bytes', 'application/octet-stream', 'utf8'],
	['as a form', 'application/x-www-form-urlencoded', 'utf8'],
])('reads JSON that is sent %s', async (_how, type, encoding) => {
	const trigger = await active();
	const sent = notification({ data: { notes: 'with a mark: \ufeff' } });
	const body = Buffer.from(JSON.stringify(sent), encoding);
	const delivered = await trigger.deliver({ body, headers: { 'content-type': type } });
	expect(delivered).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toMatchObject([[sent]]);
});

it('reads text that begins with a byte order mark', async () => {
	const trigger = await active();
	const sent = notification();
	const headers = { 'content-type': 'text/plain' };
	await trigger.deliver({ body: `\ufeff${JSON.stringify(sent)}`, headers });
	expect(await runsOf(trigger)).toMatchObject([[sent]]);
});

it('responds with the same 200 whether an event runs, is known, was not selected or is filtered out', async () => {
	const trigger = await active({ events: [CREATED], options: { status: ['CONFIRMED'] } });
	const body = notification();
	const answers = [
		await trigger.deliver({ body }),
		await trigger.deliver({ body }),
		await trigger.deliver({ body: notification({ event: UPDATED }) }),
		await trigger.deliver({ body: notification({ data: { status: 'PENDING' } }) }),
	];
	for (const { status, body: answer, headers } of answers) {
		expect({ status, answer }).toEqual({ status: 200, answer: { message: 'Received' } });
		expect(headers).toEqual(answers[0]?.headers);
	}
	expect(await runsOf(trigger)).toMatchObject([[body]]);
});

it('refuses a body over 1 MB with 413', async () => {
	const trigger = await active();
	const person = { full_name: 'Ada Lovelace' };
	const body = JSON.stringify(notification({ data: { person } })).padEnd(1_000_000);
	expect(await trigger.deliver({ body: `${body} ` })).toMatchObject({ status: 413 });
	expect(trigger.executions).toEqual([]);
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
});

it('refuses a large form by its announced length, because n8n does not hand over its bytes', async () => {
	const trigger = await active();
	const statusOf = async (length: number) => {
		const headers = { 'content-type': 'multipart/form-data', 'content-length': String(length) };
		return (await trigger.deliver({ body: '', headers })).status;
	};
	expect([await statusOf(1_000_001), await statusOf(1_000_000)]).toEqual([413, 400]);
});

describe('with a Calendar and a Status', () => {
	const body = (calendar: unknown, status: unknown) =>
		notification({ event: UPDATED, data: { status, calendar } });

	it.each([
		['runs in the calendar', body({ calendar_key: 'c1c1c1c1' }, 'PENDING'), 1],
		['runs in the calendar, in capitals', body({ calendar_key: 'C1C1C1C1' }, 'PENDING'), 1],
		['runs without a calendar', body(undefined, 'PENDING'), 1],
		['runs in a calendar of an unknown shape', body({ id: 7 }, 'PENDING'), 1],
		['runs with the status in small letters', body({ calendar_key: 'c1c1c1c1' }, 'pending'), 1],
		['runs without a status', body({ calendar_key: 'c1c1c1c1' }, undefined), 1],
		['does not run in another calendar', body({ calendar_key: 'c2' }, 'PENDING'), 0],
		['does not run with another status', body({ calendar_key: 'c1c1c1c1' }, 'ATTENDED'), 0],
	])('an update %s', async (_what, delivered, runs) => {
		const calendar = { __rl: true, mode: 'key', value: 'c1c1c1c1' };
		const options = { calendar, status: ['PENDING', 'CONFIRMED'] };
		const trigger = await active({ events: [UPDATED], options });
		expect(await trigger.deliver({ body: delivered })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toHaveLength(runs);
	});
});
