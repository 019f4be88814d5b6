import {
	createWebhook,
	deleteWebhook,
	updateWebhook,
} from '../../../nodes/AppointmentScheduling/service/webhookChanges';
import { isLike, listWebhooks } from '../../../nodes/AppointmentScheduling/service/webhooks';
import type { ServiceClient as Client } from '../../../nodes/AppointmentScheduling/service/http/client';
import { failureOf, json, talkTo } from './support';

const wanted = { url: 'https://a.example/x', events: ['appointment.created'] };

it('a webhook is recognized by URL and events, or by URL if it shows no events', () => {
	const { events, url } = wanted;
	expect(isLike({ url, events: ['appointment.updated'] }, wanted)).toBe(false);
	expect(isLike({ url: `${url}/y`, events }, wanted)).toBe(false);
	const shown = [
		{ url, events: ['a', 1] },
		{ webhook: wanted },
		{ url: `${url}/`, events },
		{ attributes: wanted },
	];
	for (const one of [wanted, { url }, ...shown]) expect(isLike(one, wanted)).toBe(true);
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
			await listWebhooks(client, Infinity);
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
