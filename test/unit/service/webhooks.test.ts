import {
	allWebhooks,
	findWebhook,
	listWebhooks,
	sameEvents,
	webhookIn,
} from '../../../nodes/AppointmentScheduling/service/webhooks';
import { json, talkTo } from './support';

const wanted = { url: 'https://a.example/x', events: ['appointment.created'] };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([
	[
		{ webhook_key: 'k', ...wanted },
		{ key: 'k', ...wanted },
	],
	[{ webhook: { uuid: 'k', ...wanted } }, { key: 'k', ...wanted }],
	[{ data: { id: 5, url: wanted.url } }, { key: '5', url: wanted.url, events: undefined }],
	[{}, { key: undefined, url: '', events: undefined }],
	[undefined, { key: undefined, url: '', events: undefined }],
])('reads %j', (body, webhook) => {
	expect(webhookIn(body)).toEqual(webhook);
});

it('lists webhooks even if the service reports more of them', async () => {
	const { client } = talkTo(() => json({ count: 12, results: [{ id: 1, url: 'a' }] }));
	expect((await allWebhooks(client)).map(({ key }) => key)).toEqual(['1']);
	expect((await listWebhooks(client, Infinity)).incomplete).toContain('reported 12 entries');
});

it('lists a webhook on two pages once', async () => {
	const pages = [
		[{ id: 1 }, { id: 2 }],
		[{ id: 2, url: 'b' }, { id: 3 }],
	];
	const { client } = talkTo(({ url }) =>
		url.includes('page=2')
			? json({ results: pages[1], next: null })
			: json({ results: pages[0], next: '?page=2' }),
	);
	expect((await allWebhooks(client)).map(({ key }) => key)).toEqual(['1', '2', '3']);
});

it('finds a webhook by URL and events, or by URL if the list has no events', async () => {
	const found = async (...rows: object[]) =>
		await findWebhook(talkTo(() => json(rows)).client, wanted);
	const other = { id: 1, url: wanted.url, events: ['appointment.updated'] };
	expect(await found(other, { id: 2, ...wanted })).toMatchObject({ id: 2 });
	expect(await found({ id: 3, url: wanted.url })).toMatchObject({ id: 3 });
	const { events, url } = wanted;
	expect(await found(other, { id: 4, url: `${url}/`, events })).toMatchObject({ id: 4 });
	expect(await found(other, { id: 5, url: `${url}/y`, events })).toBeUndefined();
});

it.each([
	[
		['a', 'b'],
		['a', 'b'],
	],
	[[{ id: 1 }], undefined],
	[[1], undefined],
	[['a', 1], undefined],
])('reads the events %j as %j', (events, kinds) => {
	expect(webhookIn({ url: 'x', events }).events).toEqual(kinds);
});
