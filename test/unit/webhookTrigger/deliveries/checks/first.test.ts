import type { Delivery } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/delivery';
import { isFirst } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/checks/first';
import { DeliveryMemory } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/runs/memory';
import { acknowledge } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/verdict';
import { notification } from '../support';

test.each([
	[true, 1],
	[false, 0],
])(
	'with When Finished (%s), a duplicate puts the memory into static data',
	async (whenFinished, times) => {
		const persist = jest.fn();
		const delivery = {
			settings: { deduplicate: true, whenFinished },
			isTest: false,
			notification: notification(),
			memory: new DeliveryMemory(),
			persist,
		} as unknown as Delivery;
		const first = (await isFirst(delivery)) as Delivery;
		first.settle?.(true);
		expect(persist).not.toHaveBeenCalled();
		expect(await isFirst(delivery)).toBe(acknowledge);
		expect(persist).toHaveBeenCalledTimes(times);
	},
);
