import fc from 'fast-check';

import { inOrder } from '../../../../nodes/AppointmentScheduling/service/http/pool';
import { elapse, failureOf, throughWaits } from '../support';

it('returns results in the order of the tasks, and runs at most the given number at once', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 40 }),
			fc.integer({ min: 1, max: 10 }),
			fc.scheduler(),
			async (count, width, scheduler) => {
				let [running, most] = [0, 0];
				const all = inOrder(count, width, async (index) => {
					running += 1;
					most = Math.max(most, running);
					await scheduler.schedule(Promise.resolve());
					running -= 1;
					return index * 2;
				});
				await scheduler.waitFor(all);
				expect(await all).toEqual(Array.from({ length: count }, (_, index) => index * 2));
				expect(most).toBe(Math.min(count, width));
			},
		),
		{ numRuns: 60 },
	);
});

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
