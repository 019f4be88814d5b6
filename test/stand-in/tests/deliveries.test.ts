import { startService, type Notification, type Service } from '..';
import { ask, callback } from './support';

const URL = 'https://n8n.example/webhook/1';
const EVENTS = ['appointment.created', 'appointment.canceled', 'appointment.updated'];

let service: Service;
let receiver: Awaited<ReturnType<typeof callback>>;

async function start(answer?: Parameters<typeof callback>[0], dialect?: object): Promise<void> {
	receiver = await callback(answer);
	service = await startService({
		dialect,
		deliveries: { schedule: [10, 20, 40], target: receiver.target },
	});
}

afterEach(async () => {
	await service.stop();
	receiver.close();
});

const notifications = () => receiver.received.map(({ body }) => JSON.parse(body) as Notification);

it('notifies of what happens over HTTP and through the program', async () => {
	await start();
	service.webhooks.add({ url: URL, events: EVENTS });
	service.webhooks.add({ url: `${URL}/only`, events: ['appointment.canceled'] });
	const { appointment_key: key } = service.book({ start_date: '2026-07-01T10:00:00' });
	const path = `/api/v3/appointments/${key}/`;
	await service.deliveries.settled();
	await ask(service, 'PATCH', path, { status: 'ATTENDED' });
	await service.deliveries.settled();
	await ask(service, 'PATCH', `${path}reschedule/`, { start_date: '2026-07-02T10:00:00+02:00' });
	await service.deliveries.settled();
	await ask(service, 'DELETE', path);
	service.cancel(key);
	await service.deliveries.settled();

	const seen = notifications();
	expect(seen.map(({ event }) => event).sort()).toEqual(
		[...EVENTS, 'appointment.canceled', 'appointment.updated'].sort(),
	);
	expect(seen[0]).toEqual({
		event: 'appointment.created',
		timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[12]:00$/) as string,
		data: {
			appointment_key: key,
			search_code: expect.any(String) as string,
			status: 'CONFIRMED',
			start_date: '2026-07-01T10:00:00+02:00',
			calendar: { calendar_key: expect.any(String) as string, name: 'Dentistry' },
			person: { full_name: 'Ana García', email: 'person0+booking@example.com' },
		},
	});
	expect(seen[2]?.data?.start_date).toBe('2026-07-02T10:00:00+02:00');
	expect(receiver.received[0]?.request.headers['content-type']).toBe('application/json');
	expect(receiver.received.map(({ request }) => request.url)).toContain('/webhook/1/only');
});

it('tries again, the same bytes, until it is received', async () => {
	await start((_received, count) => [500, 0, 302, 204][count - 1] ?? 200);
	service.webhooks.add({ url: URL, events: EVENTS });
	service.book();
	await service.deliveries.settled();
	const [delivery] = service.deliveries.entries;
	expect(delivery?.state).toBe('delivered');
	expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, undefined, 302, 204]);
	expect(delivery?.attempts[1]?.error).toBeTruthy();
	expect(new Set(receiver.received.map(({ body }) => body))).toEqual(new Set([delivery?.body]));
});

it('gives up at the end of its schedule, and when the webhook is deleted', async () => {
	await start(() => 503);
	const { key } = service.webhooks.add({ url: URL, events: EVENTS });
	service.book();
	await service.deliveries.settled();
	expect(service.deliveries.entries[0]).toMatchObject({ state: 'failed' });
	expect(receiver.received).toHaveLength(4);
	service.book();
	service.webhooks.remove(key);
	await service.deliveries.settled();
	expect(service.deliveries.entries[1]).toMatchObject({ state: 'dropped' });
});

it('counts an unanswered callback as failed, and says who did not receive', async () => {
	await start();
	service.faults.add({ action: { kind: 'hang' } });
	Object.assign(service.deliveries.options, {
		target: () => service.baseUrl,
		timeout: 20,
		schedule: [10_000],
	});
	service.webhooks.add({ url: URL, events: EVENTS });
	service.book();
	await expect(service.deliveries.settled({ timeout: 50 })).rejects.toThrow(
		`1 deliveries were not received within 50 ms: ${URL}`,
	);
	expect(service.deliveries.entries[0]?.attempts).toMatchObject([
		{ error: expect.stringContaining('abort') as string },
	]);
	service.deliveries.options.timeout = 60_000;
	service.book();
});

it('sends a past delivery again, many times at once, and any bytes at all', async () => {
	await start();
	service.webhooks.add({ url: URL, events: EVENTS });
	service.book();
	await service.deliveries.settled();
	const [delivery] = service.deliveries.entries;
	if (!delivery) throw new Error('Nothing was delivered.');
	const attempts = await service.deliveries.redeliver(delivery, { times: 20 });
	expect(attempts.map(({ status }) => status)).toEqual(Array(20).fill(200));
	expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
	const sent = await service.deliveries.send(URL, Buffer.from('{"event":'), {
		method: 'PUT',
		headers: { 'content-type': 'text/plain' },
	});
	expect(sent.status).toBe(200);
	const last = receiver.received.at(-1);
	expect([last?.request.method, last?.body]).toEqual(['PUT', '{"event":']);
});

it('keeps to a number of deliveries at once', async () => {
	await start();
	service.deliveries.options.concurrency = 2;
	service.speak({ latency: 20 });
	service.deliveries.options.target = () => service.baseUrl;
	service.webhooks.add({ url: URL, events: EVENTS });
	service.deliveries.options.schedule = [];
	for (let count = 0; count < 12; count++) service.book();
	await service.deliveries.settled();
	expect(service.requests.total).toBe(12);
	expect(service.inFlight.max).toBe(2);
});

it('shapes later notifications as the dialect has them', async () => {
	await start(undefined, { changeData: 'changed', timestampDigits: 6 });
	service.webhooks.add({ url: URL, events: EVENTS });
	const { appointment_key } = service.book();
	const data = async () => {
		await service.deliveries.settled();
		return notifications().at(-1)?.data;
	};
	service.updateStatus(appointment_key, 'NO_SHOW');
	expect(await data()).toEqual({ appointment_key, status: 'NO_SHOW' });
	service.speak({ changeData: 'whole', withoutCalendar: true });
	service.updateStatus(appointment_key, 'ATTENDED');
	expect(Object.keys((await data()) ?? {})).not.toContain('calendar');
	service.speak({ withoutKey: true });
	service.updateStatus(appointment_key, 'CANCELED_CLIENT');
	expect(Object.keys((await data()) ?? {})).not.toContain('appointment_key');
	expect(notifications().map(({ event }) => event)).toEqual([
		'appointment.created',
		'appointment.updated',
		'appointment.updated',
		'appointment.canceled',
	]);
	const timestamps = notifications().map(({ timestamp }) => timestamp);
	expect(timestamps[0]).toMatch(/\.\d{6}\+/);
	expect([...timestamps].sort()).toEqual(timestamps);
});

it('makes the same appointments at every run, notifying nobody', async () => {
	await start();
	service.webhooks.add({ url: URL, events: EVENTS });
	const made = service.seed(3, (index) => ({ status: 'PENDING', search_code: `S-${index}` }));
	const other = await startService();
	expect(other.seed(3).map(({ appointment_key }) => appointment_key)).toEqual(
		made.map(({ appointment_key }) => appointment_key),
	);
	await other.stop();
	expect(made.map(({ status, search_code }) => [status, search_code])).toEqual([
		['PENDING', 'S-0'],
		['PENDING', 'S-1'],
		['PENDING', 'S-2'],
	]);
	expect(service.deliveries.entries).toEqual([]);
});
