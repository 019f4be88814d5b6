import {
	isLike,
	listWebhooks,
	webhookIn,
} from '../../../nodes/AppointmentScheduling/service/webhooks';
import {
	listCalendars,
	listServices,
} from '../../../nodes/AppointmentScheduling/service/calendars';
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

describe('calendars and services', () => {
	const page = (results: object[]) => json({ count: results.length, next: null, results });

	it('have their name filled from the field that the service uses', async () => {
		const calendars = [
			{ calendar_key: 'a', calendar_name: 'Ana' },
			{ calendar_key: 'b', name: 'Bia' },
			{ calendar_key: 'c' },
		];
		const { client, requests } = talkTo(() => page(calendars));
		expect((await listCalendars(client, true)).entries).toEqual([
			{ ...calendars[0], name: 'Ana' },
			calendars[1],
			calendars[2],
		]);
		expect(new URL(requests[0]!.url).search).toBe('?is_active=true&page_size=100');
	});

	it('that are active are chosen by the service for calendars, and here for services', async () => {
		const services = [
			{ service_key: 'a', service_name: 'A', is_active: true },
			{ service_key: 'b', service_name: 'B', is_active: false },
			{ service_key: 'c', service_name: 'C' },
		];
		const { client, requests } = talkTo(() => page(services));
		const keys = async (isActive?: boolean, limit?: number) =>
			(await listServices(client, isActive, limit)).entries.map((one) => one.service_key);
		expect(await keys(true)).toEqual(['a', 'c']);
		expect(await keys(false)).toEqual(['b', 'c']);
		expect(await keys()).toEqual(['a', 'b', 'c']);
		expect(await keys(true, 1)).toEqual(['a']);
		expect(requests.every(({ url }) => !url.includes('is_active'))).toBe(true);
	});
});
