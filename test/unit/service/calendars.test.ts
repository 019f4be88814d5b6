import {
	listCalendars,
	listServices,
} from '../../../nodes/AppointmentScheduling/service/calendars';
import { json, talkTo } from './support';

describe('calendars and services', () => {
	const page = (results: object[]) => json({ count: results.length, next: null, results });

	it('have their name filled from the field that the service uses', async () => {
		const calendars = [
			{ calendar_key: 'a', calendar_name: 'Ana' },
			{ calendar_key: 'b', name: 'Bia' },
			{ calendar_key: 'c', name: null },
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
		// The limit counts what is chosen.
		expect(await keys(false, 2)).toEqual(['b', 'c']);
		const sizes = requests.map(({ url }) => new URL(url).searchParams.get('page_size'));
		expect(sizes).toEqual(Array(5).fill('100'));
		expect(requests.every(({ url }) => !url.includes('is_active'))).toBe(true);
	});
});
