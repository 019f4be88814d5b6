import { request } from '../../support/request';
import { startService } from '..';

it('a page of another site that reaches the service under its own name gets no answer', async () => {
	const service = await startService();
	const authorization = `Bearer ${service.token}`;
	const statusAt = async (host: object) =>
		(await request(`${service.baseUrl}/api/v3/webhooks/`, { headers: { authorization, ...host } }))
			.status;
	expect(await statusAt({})).toBe(200);
	expect(await statusAt({ host: 'evil.example' })).toBe(421);
	expect(service.requests.total).toBe(1);
	await service.stop();
});
