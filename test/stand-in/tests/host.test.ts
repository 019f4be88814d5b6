import { get } from 'node:http';
import { once } from 'node:events';
import { startService } from '..';

it('a page of another site that reaches the service under its own name gets no answer', async () => {
	const service = await startService();
	const statusFor = async (host?: string) => {
		const request = get(`${service.baseUrl}/api/v3/webhooks/`, {
			headers: { authorization: `Bearer ${service.token}`, ...(host && { host }) },
		});
		const [response] = await once(request, 'response');
		response.resume();
		return response.statusCode;
	};
	expect(await statusFor()).toBe(200);
	expect(await statusFor('evil.example')).toBe(421);
	expect(service.requests.total).toBe(1);
	await service.stop();
});
