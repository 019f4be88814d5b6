import { useSharedN8n } from '../support/fixture';
import {
	activeTrigger,
	clearTriggers,
	CREATED,
	expectRuns,
	notificationOf,
	type EventWorkflow,
} from '../support/events';

const fixture = useSharedN8n();
let workflow: EventWorkflow;
beforeAll(async () => {
	workflow = await activeTrigger(fixture, { events: [CREATED] });
});
afterAll(clearTriggers);

/** A notification that starts a run, once. */
const good = notificationOf('a-key', {
	data: { appointment_key: 'a-key', status: 'CONFIRMED' },
});
/** The notification as text, with parts replaced. */
const changed = (changes: object) => JSON.stringify({ ...good, ...changes });

type Nasty = [what: string, body: string | Buffer, headers?: Record<string, string>];

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const names = Array.from({ length: 150_000 }, (_, index) => [`name${index}`, index]);
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

/** What n8n's parsers make of bytes; every field: test/unit/webhookTrigger/deliveries. */
const nasty: Nasty[] = [
	['nothing', ''],
	['null', 'null'],
	['a list of notifications', JSON.stringify([good])],
	['__proto__ in data', JSON.stringify(good).replace('"status"', '"__proto__":{"x":1},"status"')],
	['deep nesting', changed({}).replace('"CONFIRMED"', nested(500))],
	['very deep nesting', changed({}).replace('"CONFIRMED"', nested(20_000))],
	['2 MB of data', changed({ data: { ...good.data, notes: 'a'.repeat(2_000_000) } })],
	['2 MB of names', changed({ data: Object.fromEntries(names) })],
	['broken JSON', changed({}).slice(0, -2)],
	['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
	['a form that would be a prototype', '__proto__[x]=1&constructor[prototype][x]=1', form],
	['XML', '<event>appointment.created</event>', { 'content-type': 'application/xml' }],
	['plain text', 'appointment.created', { 'content-type': 'text/plain' }],
	['bytes', Buffer.alloc(10_000, 0x80), { 'content-type': 'application/octet-stream' }],
	['a multipart form without parts', '--x--', multipart],
	['an empty content type', changed({}).slice(1), { 'content-type': '' }],
];

test('what is no notification is refused with 4xx and a reason, and starts nothing; a good one runs', async () => {
	const { deliveries } = fixture.service;
	for (const [what, body, headers] of nasty) {
		const answer = await deliveries.send(workflow.url(), body, { headers });
		expect(`${what}: ${answer.status} ${answer.body}`).toMatch(/: 4\d\d ./);
	}
	expect((await deliveries.send(workflow.url(), good)).status).toBe(200);
	await expectRuns(fixture, workflow, 1);
	expect(await workflow.received()).toMatchObject([good]);
});
