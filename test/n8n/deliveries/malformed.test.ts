import { gzipSync } from 'node:zlib';
import { useBench } from '../support/bench';
import { activeTrigger, clearTriggers, type EventWorkflow } from '../support/events';
import { changed, floodWithMalformed, good } from '../support/malformed';

const bench = useBench();
let workflow: EventWorkflow;
beforeAll(async () => {
	workflow = await activeTrigger(bench, { events: ['appointment.created'] });
});
afterAll(clearTriggers);

type Headers = Record<string, string>;
type Nasty = [what: string, body: string | Buffer, headers?: Headers];

const asCase = ([what, body, headers]: Nasty) => ({ what, body, headers });

/** Sends bytes to the callback URL; the status answered, and the words. */
async function post(body: string | Buffer, headers: Headers = {}): Promise<[number, string]> {
	const answer = await bench.service.deliveries.send(workflow.url(), body, { headers });
	return [answer.status ?? 0, answer.body ?? answer.error ?? ''];
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const nasty: Nasty[] = [
	['nothing', ''],
	['null', 'null'],
	['a number', '1e999'],
	['an empty list', '[]'],
	['a list of notifications', JSON.stringify([good])],
	['an empty object', '{}'],
	['no event', changed({ event: undefined })],
	['an event that is a list', changed({ event: ['appointment.created'] })],
	['a long event', changed({ event: 'a'.repeat(5_000) })],
	['a timestamp that is a number', changed({ timestamp: 1_795_252_064 })],
	['a day that is none', changed({ timestamp: '2026-02-30T10:00:00Z' })],
	['a long timestamp', changed({ timestamp: '2026-11-21T10:00:00.' + '0'.repeat(9_000) + 'Z' })],
	['data that is a list', changed({ data: [good.data] })],
	['data that is text', changed({ data: 'none' })],
	['no key', changed({ data: {} })],
	['a key that is an object', changed({ data: { appointment_key: {} } })],
	['a long key', changed({ data: { appointment_key: 'a'.repeat(10_000) } })],
	['__proto__ in data', JSON.stringify(good).replace('"status"', '"__proto__":{"x":1},"status"')],
	['constructor in data', changed({ data: { ...good.data, constructor: { prototype: {} } } })],
	['deep nesting', changed({}).replace('"CONFIRMED"', nested(500))],
	['very deep nesting', changed({}).replace('"CONFIRMED"', nested(20_000))],
	['2 MB of data', changed({ data: { ...good.data, notes: 'a'.repeat(2_000_000) } })],
	[
		'2 MB of names',
		changed({
			data: Object.fromEntries(Array.from({ length: 150_000 }, (_, i) => [`name${i}`, i])),
		}),
	],
	['broken JSON', changed({}).slice(0, -2)],
	['two notifications', changed({}) + changed({})],
	['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
	[
		'a form',
		'event=appointment.created&timestamp=2026&data=x',
		{ 'content-type': 'application/x-www-form-urlencoded' },
	],
	[
		'a form that would be a prototype',
		'__proto__[x]=1&constructor[prototype][x]=1',
		{ 'content-type': 'application/x-www-form-urlencoded' },
	],
	['XML', '<event>appointment.created</event>', { 'content-type': 'application/xml' }],
	['plain text', 'appointment.created', { 'content-type': 'text/plain' }],
	['bytes', Buffer.alloc(10_000, 0x80), { 'content-type': 'application/octet-stream' }],
	[
		'a multipart form without parts',
		'--x--',
		{ 'content-type': 'multipart/form-data; boundary=x' },
	],
	['an empty content type', changed({}).slice(1), { 'content-type': '' }],
	[
		'a compressed notification without data',
		gzipSync(changed({ data: [] })),
		{ 'content-encoding': 'gzip' },
	],
	['a long header', '{}', { 'x-long': 'a'.repeat(8_000) }],
];

test.each(nasty.map(asCase))(
	'$what is refused with 4xx and a reason',
	async ({ body, headers }) => {
		const [status, words] = await post(body, headers);

		expect({ status, words }).toEqual({
			status: expect.any(Number),
			words: expect.stringMatching(/./),
		});
		expect(status).toBeGreaterThanOrEqual(400);
		expect(status).toBeLessThan(500);
	},
);

const refusedByN8n: Nasty[] = [
	['gzip garbage', Buffer.from('not gzip at all'), { 'content-encoding': 'gzip' }],
	[
		'a gzip stream cut short',
		gzipSync(changed({})).subarray(0, 40),
		{ 'content-encoding': 'gzip' },
	],
	[
		'an unknown charset',
		changed({}).slice(1),
		{ 'content-type': 'application/json; charset=zebra' },
	],
	[
		'a multipart form cut short',
		'--x\r\nContent-Dis',
		{ 'content-type': 'multipart/form-data; boundary=x' },
	],
	['broken XML', '{"eve', { 'content-type': 'application/xml' }],
	['20 MB', 'a'.repeat(20_000_000)],
];
test.each(refusedByN8n.map(asCase))(
	'$what: n8n refuses before the node is asked, as it likes',
	async ({ body, headers }) => {
		const [status] = await post(body, headers);

		expect(status === 0 || status >= 400).toBe(true);
	},
);

test('a thousand generated deliveries are refused with 4xx, start nothing, and a good one runs', async () => {
	await floodWithMalformed(bench, workflow, 1_000);
}, 600_000);
