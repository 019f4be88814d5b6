import {
	createWebhook,
	deleteWebhook,
	updateWebhook,
} from '../../../nodes/AppointmentScheduling/service/webhookChanges';
import { allWebhooks, findWebhook } from '../../../nodes/AppointmentScheduling/service/webhooks';
import type { ServiceClient as Client } from '../../../nodes/AppointmentScheduling/service/http/client';
import { failureOf, json, talkTo } from './support';

const wanted = { url: 'https://a.example/x', events: ['appointment.created'] };

it('finds a webhook by URL and events, or by URL if the list has no events', async () => {
	const found = async (...rows: object[]) =>
		await findWebhook(talkTo(() => json(rows)).client, wanted);
	const other = { id: 1, url: wanted.url, events: ['appointment.updated'] };
	expect(await found(other, { id: 2, ...wanted })).toMatchObject({ id: 2 });
	expect(await found({ id: 3, url: wanted.url })).toMatchObject({ id: 3 });
	expect(await found({ id: 3, url: wanted.url, events: ['a', 1] })).toMatchObject({ id: 3 });
	expect(await found({ webhook: { id: 3, ...wanted } })).toMatchObject({ webhook: { id: 3 } });
	const { events, url } = wanted;
	expect(await found(other, { id: 4, url: `${url}/`, events })).toMatchObject({ id: 4 });
	expect(await found(other, { id: 5, url: `${url}/y`, events })).toBeUndefined();
});

it('fails if the list may lack webhooks, because the absence of one would prove nothing', async () => {
	const listed = Array.from({ length: 20 }, (_, id) => ({ id, url: `https://a.example/${id}` }));
	const { client } = talkTo(() => json(listed));
	expect(await failureOf(allWebhooks(client))).toMatchObject({
		message: expect.stringContaining('exactly 20 entries'),
		advice: expect.stringContaining('another length'),
	});
});

const secret = 'Q0IzJ-_xq7Zk';
const body = { url: `https://a.example/x?a=1&secret=${secret}`, events: ['appointment.created'] };
const rows = [{ id: 1, url: 'https://a.example/y' }, { webhook: { id: 2, ...body } }];

it.each([
	['created', createWebhook],
	['updated', async (client: Client) => await updateWebhook(client, 'k', body)],
	[
		'listed',
		async (client: Client) => {
			await allWebhooks(client);
			await deleteWebhook(client, 'k');
		},
	],
])('the secret of a URL that was %s never appears in an error', async (_when, act) => {
	const errors = [
		{ detail: { query: { secret: [secret] } } },
		{ errors: [`no ${encodeURIComponent(body.url)}, please`] },
		`<p>secret: ${secret}</p>`,
	];
	for (const error of errors) {
		const { client } = talkTo(({ method }) => (method === 'GET' ? json(rows) : json(error, 422)));
		const { message } = await failureOf(act(client, body));
		expect(message).toContain('•••');
		expect(message).not.toContain(secret);
	}
});
