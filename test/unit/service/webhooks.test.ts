import { findWebhook } from '../../../nodes/AppointmentScheduling/service/webhooks';
import { json, talkTo } from './support';

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
