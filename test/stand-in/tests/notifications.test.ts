import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sampleKey } from '..';
import { standIn } from './support';

const CREATED = 'appointment.created';
const url = 'https://hooks.example/1';
const events = [CREATED, 'appointment.updated', 'appointment.canceled'];

describe('the four bodies', () => {
	async function bodies() {
		const { service } = await standIn();
		const appointment = service.book();
		const [a, b] = [service.shown(appointment, 'document'), service.shown(appointment, 'samples')];
		return { service, a, b, body: service.bodyOf.bind(service, CREATED, appointment) };
	}
	const timestamp = expect.stringMatching(/^\d{4}-.*\.\d{3}[+-]\d\d:\d\d$/) as string;

	it('that of the API document has shape A', async () => {
		const { a, body } = await bodies();
		expect(body('document')).toEqual({ event: CREATED, timestamp, data: a });
	});

	it('that of a customer has shape B, perhaps with a timestamp', async () => {
		const { service, b, body } = await bodies();
		expect(body('wrapped')).toEqual({ event: CREATED, data: b });
		service.set({ wrappedTimestamp: true });
		expect(body('wrapped')).toEqual({ event: CREATED, timestamp, data: b });
	});

	it("those of the maker's proxy and sample are shape B, with and without an event", async () => {
		const { b, body } = await bodies();
		expect(body('flat')).toEqual({ event: 'CREATED', ...b });
		expect(body('bare')).toEqual(b);
	});

	it('the setting chooses what is sent, and every event has its own time', async () => {
		const { service } = await standIn({ deliveries: { lost: true } });
		service.webhooks.add({ url, events });
		const [one, two] = [service.book(), service.book()];
		service.set({ bodies: 'flat' });
		service.cancel(one.appointment_key);
		service.updateStatus(two.appointment_key, 'DECLINED');
		const sent = service.deliveries.entries.map(({ notification }) => notification);
		expect(sent.map(({ event }) => event)).toEqual([CREATED, CREATED, 'CANCELED', 'CANCELED']);
		expect(sent[0]?.timestamp).not.toBe(sent[1]?.timestamp);
	});
});

it('a webhook of the dashboard sends its headers, and may be about calendars or members', async () => {
	const received: Array<[authorization: unknown, body: Record<string, unknown>]> = [];
	const receiver = http.createServer((request, response) => {
		void text(request).then((body) => {
			const parsed = JSON.parse(body) as Record<string, unknown>;
			received.push([request.headers.authorization, parsed]);
			response.end();
		});
	});
	await once(receiver.listen(0, '127.0.0.1'), 'listening');
	const { port } = receiver.address() as AddressInfo;
	const { service } = await standIn({ bodies: 'flat' });
	const headers = { Authorization: 'Bearer secret' };
	const to = `http://127.0.0.1:${port}/`;
	const words = ['UPDATED', 'DELETED'];
	for (const record of ['appointments', 'calendars', 'members'] as const)
		service.webhooks.add({ url: to, events: words, headers, record });
	service.notifyOther('calendars', 'DELETED');
	service.notifyOther('members', 'UPDATED');
	const { appointment_key } = service.book();
	service.updateStatus(appointment_key, 'ATTENDED');
	await service.deliveries.settled();
	receiver.close();
	expect(received.map(([authorization]) => authorization)).toEqual(Array(3).fill('Bearer secret'));
	const sent = received.map(([, body]) => body);
	expect(sent).toContainEqual(
		expect.objectContaining({ event: 'DELETED', calendar_key: sampleKey('calendar', 0) }),
	);
	expect(sent).toContainEqual(
		expect.objectContaining({ event: 'UPDATED', user_profile_key: expect.any(String) as string }),
	);
	expect(sent).toContainEqual(expect.objectContaining({ event: 'UPDATED', appointment_key }));
});

describe('webhooks/', () => {
	it('registers, lists, shows, changes and deletes', async () => {
		const { service, ask } = await standIn();
		const created = await ask('POST webhooks/', { url, events });
		const [{ key } = { key: '' }] = service.webhooks.list();
		expect(created).toMatchObject({ status: 201, json: { webhook_key: key, url, events } });
		const changed = { url: 'https://hooks.example/2', events: [CREATED] };
		expect(await ask(`PUT webhooks/${key}/`, changed)).toMatchObject({ status: 200 });
		expect((await ask(`GET webhooks/${key}/`)).json).toEqual({ webhook_key: key, ...changed });
		expect((await ask('GET webhooks/')).json.results).toEqual([{ webhook_key: key, ...changed }]);
		expect((await ask(`DELETE webhooks/${key}/`)).status).toBe(204);
		expect((await ask(`DELETE webhooks/${key}/`)).status).toBe(404);
	});

	it.each([
		[{ url: 'http://hooks.example', events }, 'url'],
		[{ url, events: [] }, 'events'],
		[{ url }, 'events'],
	])('%j is refused', async (body, field) => {
		const { ask } = await standIn();
		const { status, json } = await ask('POST webhooks/', body);
		expect([status, Object.keys(json)]).toEqual([400, [field]]);
	});

	it('may want the words of the form, or nothing at all', async () => {
		const { service, ask } = await standIn({ registration: 'formWords' });
		expect(await ask('POST webhooks/', { url, events })).toMatchObject({
			status: 400,
			json: { events: ['"appointment.created" is not a valid choice.'] },
		});
		expect((await ask('POST webhooks/', { url, events: ['CREATED'] })).status).toBe(201);
		service.set({ registration: 'forbidden' });
		for (const line of ['GET webhooks/', 'DELETE webhooks/1/'])
			expect((await ask(line)).status).toBe(403);
	});

	it.each([
		['always', 'key', true, true],
		['listed', 'uuid', false, true],
		['never', 'id', false, false],
	] as const)('shows the key %s, as %s', async (webhookKeyShown, webhookKey, inPost, inList) => {
		const { ask } = await standIn({ webhookKeyShown, webhookKey });
		expect(webhookKey in (await ask('POST webhooks/', { url, events })).json).toBe(inPost);
		expect(webhookKey in (await ask('GET webhooks/')).json.results[0]!).toBe(inList);
	});
});
