import {
	acknowledge,
	type Delivery,
} from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/delivery';
import { isFirst } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/checks/first';
import { TriggerState } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/runs/state';
import { notification } from '../support';

test.each([
	[true, 1],
	[false, 0],
])(
	'with When Finished (%s), a duplicate puts the memory into static data',
	async (whenFinished, times) => {
		const state = Object.assign(new TriggerState(), { isOwner: true });
		const save = jest.spyOn(state, 'save').mockReturnValue();
		const delivery = {
			settings: { deduplicate: true, whenFinished },
			isTest: false,
			notification: notification(),
			state,
		} as unknown as Delivery;
		const first = (await isFirst(delivery)) as Delivery;
		first.settle?.(true);
		expect(save).not.toHaveBeenCalled();
		expect(await isFirst(delivery)).toBe(acknowledge);
		expect(save).toHaveBeenCalledTimes(times);
	},
);
