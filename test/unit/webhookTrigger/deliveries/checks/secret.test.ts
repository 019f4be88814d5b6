import { hasSecret } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/checks/secret';
import type { Delivery } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/delivery';

test('if the secret cannot be looked up, the delivery is to be sent again, with a warning', async () => {
	const failure = new Error('The credential cannot be used');
	const warn = jest.fn();
	const delivery = {
		settings: { urlSecret: true },
		secret: { given: 'secret', registered: undefined },
		address: () => 'https://n8n.test/webhook',
		connect: async () => await Promise.reject(failure),
		warn,
	} as unknown as Delivery;
	expect(await hasSecret(delivery)).toMatchObject({ verdict: 'refuse', status: 503 });
	expect(warn.mock.calls).toEqual([[expect.any(String), failure]]);
});
