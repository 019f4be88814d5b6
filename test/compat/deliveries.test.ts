import { useBench } from '../n8n/support/bench';
import { activeTrigger, clearTriggers, patience } from '../n8n/support/events';

const bench = useBench({ dialect: { timestampDigits: 6 } });
afterEach(clearTriggers);

const events = ['appointment.created', 'appointment.updated', 'appointment.canceled'];

test('each event starts one run, also redelivered after a restart or a kill', async () => {
	const { n8n, service } = bench;
	const workflow = await activeTrigger(bench, { events });
	const { appointment_key: key } = service.book();
	service.reschedule(key, '2027-01-04T10:00:00');
	service.cancel(key);
	await service.deliveries.settled();
	await workflow.runs(3);
	const sent = service.deliveries.of(key);
	const kinds = sent.map(({ notification }) => notification.event);
	expect(kinds.sort()).toEqual([...events].sort());
	const sendCopies = async () => {
		for (const delivery of sent) {
			const attempts = await service.deliveries.redeliver(delivery, { times: 10 });
			expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 200));
		}
		await patience();
		expect(await workflow.executions()).toHaveLength(3);
	};

	await sendCopies();
	await n8n.restart();
	await sendCopies();
	await n8n.kill();
	await n8n.start();
	await sendCopies();
	expect(await workflow.received()).toEqual(
		expect.arrayContaining(sent.map(({ notification }) => notification)),
	);
}, 240_000);

test('with Respond When Finished, each event starts one run', async () => {
	const { service } = bench;
	const workflow = await activeTrigger(bench, { events, options: { respond: 'whenFinished' } });
	const { appointment_key: key } = service.book();
	await service.deliveries.settled();

	await service.deliveries.redeliver(service.deliveries.of(key)[0]!, { times: 10 });

	await workflow.runs(1);
	expect(await workflow.executions()).toHaveLength(1);
});

test('URL Secret and Verify refuse forged deliveries', async () => {
	const { service } = bench;
	const options = { urlSecret: true, verify: 'refetch' };
	const workflow = await activeTrigger(bench, { events, options });
	const [known] = service.seed(1);
	const about = (key: string) => ({
		event: 'appointment.created',
		timestamp: '2026-11-21T10:00:00+01:00',
		data: { appointment_key: key },
	});
	const status = async (url: string, key: string) =>
		(await service.deliveries.send(url, about(key))).status;

	expect(await status(workflow.url().split('?')[0]!, known!.appointment_key)).toBe(404);
	// The same as for a known key, so that nobody can find out keys.
	expect(await status(workflow.url(), 'forged')).toBe(200);
	expect(await status(workflow.url(), known!.appointment_key)).toBe(200);
	await workflow.runs(1);
	expect(await workflow.received()).toMatchObject([{ data: service.shown(known!) }]);
});

const good = {
	event: 'appointment.created',
	timestamp: '2026-11-21T10:00:00+01:00',
	data: { appointment_key: 'a-key', status: 'CONFIRMED' },
};
const malformed: Array<[string, string | Buffer, string?]> = [
	['nothing', ''],
	['null', 'null'],
	['a number', '1e999'],
	['a list', JSON.stringify([good])],
	['an empty object', '{}'],
	['no event', JSON.stringify({ ...good, event: undefined })],
	['a day that is none', JSON.stringify({ ...good, timestamp: '2026-02-30T10:00:00Z' })],
	['data that is a list', JSON.stringify({ ...good, data: [good.data] })],
	['no key', JSON.stringify({ ...good, data: {} })],
	['a key that is an object', JSON.stringify({ ...good, data: { appointment_key: {} } })],
	['broken JSON', JSON.stringify(good).slice(0, -2)],
	['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
	['deep nesting', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
	['a form', 'event=appointment.created&data=x', 'application/x-www-form-urlencoded'],
	['XML', '<event>appointment.created</event>', 'application/xml'],
	['text', 'appointment.created', 'text/plain'],
	['bytes', Buffer.alloc(10_000, 0x80), 'application/octet-stream'],
];

test('malformed deliveries start no run and do not affect the next one', async () => {
	const { service } = bench;
	const workflow = await activeTrigger(bench, { events });
	const statuses: unknown[] = [];
	for (const [what, body, type = 'application/json'] of malformed) {
		const headers = { 'content-type': type };
		const { status = 0 } = await service.deliveries.send(workflow.url(), body, { headers });
		statuses.push([what, status >= 400 && status < 500]);
	}

	expect(statuses).toEqual(malformed.map(([what]) => [what, true]));
	await service.deliveries.send(workflow.url(), good);
	await workflow.runs(1);
	expect(await workflow.received()).toEqual([good]);
	expect(await workflow.executions()).toHaveLength(1);
});
