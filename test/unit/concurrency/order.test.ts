import { inOrder } from '../../../nodes/AppointmentScheduling/concurrency/order';
import { elapse, failureOf, throughWaits } from '../service/support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('returns results in order, at most so many at a time', async () => {
	let running = 0;
	let most = 0;
	const results = inOrder([30, 10, 20, 5], 2, async (ms, index) => {
		most = Math.max(most, (running += 1));
		await elapse(ms);
		running -= 1;
		return `${index}:${ms}`;
	});
	expect(await throughWaits(results)).toEqual(['0:30', '1:10', '2:20', '3:5']);
	expect(most).toBe(2);
});

it('starts nothing after a failure, and reports the first one when the others have ended', async () => {
	const ended: number[] = [];
	const failure = failureOf(
		inOrder(Array(1_000).keys(), 4, async (index) => {
			await elapse(index === 1 ? 15 : index === 2 ? 5 : 30);
			ended.push(index);
			if (index === 1 || index === 2) throw new Error(`task ${index}`);
		}),
	);
	expect(await throughWaits(failure)).toEqual(new Error('task 1'));
	expect(ended).toEqual([2, 1, 0, 3]);
});
