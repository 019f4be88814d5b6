import { inOrder } from '../../../../nodes/AppointmentScheduling/service/http/pool';
import { elapse, failureOf, throughWaits } from '../support';

it('starts nothing after a failure, and reports the first one when the others have ended', async () => {
	jest.useFakeTimers();
	const ended: number[] = [];
	const failure = failureOf(
		inOrder(1000, 4, async (index) => {
			await elapse(index === 1 ? 15 : index === 2 ? 5 : 30);
			ended.push(index);
			if (index === 1 || index === 2) throw new Error(`task ${index}`);
		}),
	);
	expect(await throughWaits(failure)).toEqual(new Error('task 1'));
	jest.useRealTimers();
	expect(ended).toEqual([2, 1, 0, 3]);
});
