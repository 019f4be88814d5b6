import {
	createWebhook,
	deleteWebhook,
	updateWebhook,
} from '../../../nodes/AppointmentScheduling/service/webhooks';
import type {
	ServiceAnswer,
	ServiceClient,
} from '../../../nodes/AppointmentScheduling/service/http/client';
import { broken, failureOf, json, talkTo, throughWaits } from './support';

const wanted = { url: 'https://a.example/x', events: ['appointment.created'] };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('creating', () => {
	/** A service that answers POSTs as told, and lists what they made. */
	function registry(posts: Array<{ takes: boolean; answer: () => ServiceAnswer }>) {
		const made: object[] = [];
		let count = 0;
		const talk = talkTo(({ method }) => {
			if (method === 'GET') return json(made);
			const { takes, answer } = posts[count++] ?? {
				takes: true,
				answer: () => json({ id: count }),
			};
			if (takes) made.push({ id: count, ...wanted });
			return answer();
		});
		const sent = () => talk.requests.map(({ method }) => method);
		return { ...talk, made, sent };
	}
	const reset = () => {
		throw broken('ECONNRESET');
	};
	const refused = (status: number) => () => json({ detail: 'No.' }, status);

	it('whose answer is lost looks before it tries again, and ends with one', async () => {
		const service = registry([{ takes: true, answer: reset }]);
		expect(await throughWaits(createWebhook(service.client, wanted))).toMatchObject({
			answer: { id: 1 },
			tries: 1,
		});
		expect(service.sent()).toEqual(['POST', 'GET']);
		expect(service.made).toHaveLength(1);
	});

	it('that was refused as one too many is repeated without a check', async () => {
		const service = registry([{ takes: false, answer: refused(429) }]);
		await throughWaits(createWebhook(service.client, wanted));
		expect(service.sent()).toEqual(['POST', 'POST']);
	});

	it.each([
		['a reset', reset],
		['502', refused(502)],
		['503', refused(503)],
		['504', refused(504)],
	])('that did not take (%s) is tried again after looking', async (_what, answer) => {
		const service = registry([{ takes: false, answer }]);
		const { tries } = await throughWaits(createWebhook(service.client, wanted));
		expect(tries).toBe(2);
		expect(service.sent()).toEqual(['POST', 'GET', 'POST']);
		expect(service.made).toHaveLength(1);
	});

	it('that took is found though the service writes the address otherwise', async () => {
		const row = { id: 1, url: 'https://a.example/', events: wanted.events };
		const { client, requests } = talkTo(({ method }) =>
			method === 'GET' ? json([row]) : json({}, 504),
		);
		const body = { ...wanted, url: 'https://A.example:443' };
		expect(await throughWaits(createWebhook(client, body))).toEqual({ answer: row, tries: 1 });
		expect(requests).toHaveLength(2);
	});

	it('that took though a gateway said 504 ends with one', async () => {
		const service = registry([{ takes: true, answer: refused(504) }]);
		expect(await throughWaits(createWebhook(service.client, wanted))).toMatchObject({
			answer: { id: 1 },
		});
		expect(service.made).toHaveLength(1);
	});

	it.each([400, 401, 403, 409, 422, 500])(
		'that is refused with %i is not tried again',
		async (status) => {
			const service = registry([{ takes: false, answer: refused(status) }]);
			const failure = await failureOf(throughWaits(createWebhook(service.client, wanted)));
			expect(failure).toMatchObject({ status });
			expect(service.sent().filter((method) => method === 'POST')).toHaveLength(1);
		},
	);

	it('is not repeated when the list can not be had: the first failure is told', async () => {
		const talk = talkTo(({ method }) => json({ detail: method }, method === 'GET' ? 403 : 504));
		const failure = await failureOf(throughWaits(createWebhook(talk.client, wanted)));
		expect(failure).toMatchObject({ status: 504 });
		expect(talk.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('gives up after as many tries as are set', async () => {
		const posts = Array.from({ length: 9 }, () => ({ takes: false, answer: refused(503) }));
		const service = registry(posts);
		const failure = await failureOf(throughWaits(createWebhook(service.client, wanted)));
		expect(failure).toMatchObject({ status: 503 });
		expect(service.sent().filter((method) => method === 'POST')).toHaveLength(5);
	});

	it('waits as Retry-After says', async () => {
		const busy = () => json({}, 429, { 'retry-after': '7' });
		const service = registry([{ takes: false, answer: busy }]);
		await throughWaits(createWebhook(service.client, wanted));
		const [first = 0] = service.times;
		expect((service.times.at(-1) ?? 0) - first).toBeGreaterThanOrEqual(7000);
	});
});

describe('updating, when the response is lost and the retry is refused', () => {
	const refusing = (rows: object[], status: number) =>
		talkTo(({ method }, count) => {
			if (method === 'GET') return json(rows);
			if (count === 1) throw broken('ECONNRESET');
			return json({ detail: 'A webhook with this URL already exists.' }, status);
		});

	it.each([400, 404, 409, 422])('is done when the list shows it (%i)', async (status) => {
		const row = { webhook_key: 'k', ...wanted };
		const { client } = refusing([row], status);
		await expect(throughWaits(updateWebhook(client, 'k', wanted))).resolves.toEqual(row);
	});

	it.each([
		['other events', { webhook_key: 'k', ...wanted, events: ['x'] }],
		['another webhook with the same values', { webhook_key: 'other', ...wanted }],
	])('may have been made when the list shows %s', async (_what, row) => {
		const { client } = refusing([row], 409);
		expect(await failureOf(throughWaits(updateWebhook(client, 'k', wanted)))).toMatchObject({
			status: 409,
			remedy: expect.stringContaining('may have been made'),
		});
	});
});

describe('deleting', () => {
	it('is done when the answer was lost and it is gone', async () => {
		const { client, requests } = talkTo((_request, count) => {
			if (count === 1) throw broken('ECONNRESET');
			return json({}, 404);
		});
		await expect(throughWaits(deleteWebhook(client, 'k'))).resolves.toBeUndefined();
		expect(requests).toHaveLength(2);
	});

	it('of one that is not there fails', async () => {
		const { client } = talkTo(() => json({}, 404));
		expect(await failureOf(deleteWebhook(client, 'k'))).toMatchObject({ status: 404 });
	});

	it('may have been made when the response was lost and the retry is refused', async () => {
		const { client, requests } = talkTo((_request, count) => {
			if (count === 1) throw broken('ECONNRESET');
			return json({}, 409);
		});
		expect(await failureOf(throughWaits(deleteWebhook(client, 'k')))).toMatchObject({
			status: 409,
			remedy: expect.stringContaining('may have been made'),
		});
		expect(requests).toHaveLength(2);
	});
});

describe('a change that is answered with plain text', () => {
	const row = { webhook_key: 'k', ...wanted };
	const text = (body: string): ServiceAnswer => ({
		status: 200,
		headers: { 'content-type': 'text/plain' },
		body,
	});
	const answering = (rows: object[]) =>
		talkTo(({ method }) => (method === 'GET' ? json(rows) : text('OK')));

	it('is done when the list says so', async () => {
		const other = { webhook_key: 'other', ...wanted };
		await expect(deleteWebhook(answering([other]).client, 'k')).resolves.toBeUndefined();
		await expect(updateWebhook(answering([row]).client, 'k', wanted)).resolves.toEqual(row);
	});

	it.each([
		[
			'a deletion',
			[{ webhook_key: 'other', ...wanted }, row],
			(client: ServiceClient) => deleteWebhook(client, 'k'),
		],
		[
			'an update',
			[{ ...row, events: ['x'] }],
			(client: ServiceClient) => updateWebhook(client, 'k', wanted),
		],
	])('is in doubt when the list does not show %s', async (_what, rows, change) => {
		expect(await failureOf(change(answering(rows).client))).toMatchObject({
			message: expect.stringContaining('not with JSON'),
			remedy: expect.stringContaining('may have been made'),
		});
	});
});
