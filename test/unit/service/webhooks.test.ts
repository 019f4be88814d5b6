import {
	isLike,
	listWebhooks,
	webhookIn,
} from '../../../nodes/AppointmentScheduling/service/webhooks';
import { failureOf, json, talkTo } from './support';

const wanted = { url: 'https://a.example/x?secret=s', events: ['appointment.created', 'b'] };

it.each([
	[{ webhook_key: 'a', key: 'b', uuid: 'c', id: 'd' }, 'a'],
	[{ key: 'b', uuid: 'c', id: 'd' }, 'b'],
	[{ uuid: 'c', id: 'd' }, 'c'],
	[{ id: 7 }, '7'],
	[{ id: {}, webhook_key: '' }, undefined],
	[{}, undefined],
	['text', undefined],
])('the key of the webhook %j is %p', (body, key) => {
	expect(webhookIn(body).key).toBe(key);
});

it('a webhook is recognized by URL and events, or by URL if it shows no events', () => {
	expect(isLike({ ...wanted, events: ['b', 'appointment.created'] }, wanted)).toBe(true);
	expect(isLike({ url: wanted.url }, wanted)).toBe(true);
	expect(isLike({ ...wanted, events: ['b'] }, wanted)).toBe(false);
	expect(isLike({ ...wanted, url: 'https://a.example/x' }, wanted)).toBe(false);
});

it('the secret of a URL never appears in an error', async () => {
	const detail = `No ${wanted.url} and ${encodeURIComponent(wanted.url)}`;
	const failure = await failureOf(listWebhooks(talkTo(() => json({ detail }, 400)).client));
	expect(failure.message).not.toMatch(/secret(=|%3D)s/i);
	expect(failure.message).toContain('•••');
});
