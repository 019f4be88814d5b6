import { setTimeout as sleep } from 'node:timers/promises';

import fc from 'fast-check';

import { inOrder } from '../../../../nodes/AppointmentScheduling/service/http/pool';
import { failureOf } from '../support';

it('returns results in the order of the tasks, and runs at most the given number at once', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 40 }),
			fc.integer({ min: 1, max: 10 }),
			fc.scheduler(),
			async (count, width, scheduler) => {
				let underWay = 0;
				let most = 0;
				const started: number[] = [];
				const running = inOrder(
					count,
					() => width,
					async (index) => {
						started.push(index);
						underWay += 1;
						most = Math.max(most, underWay);
						await scheduler.schedule(Promise.resolve());
						underWay -= 1;
						return index * 2;
					},
				);
				await scheduler.waitFor(running);
				expect(await running).toEqual(Array.from({ length: count }, (_, index) => index * 2));
				expect(started).toEqual(Array.from({ length: count }, (_, index) => index));
				expect(most).toBe(Math.min(count, width));
			},
		),
		{ numRuns: 60 },
	);
});

it('starts nothing after a failure, and reports the first one when the others have ended', async () => {
	const started: number[] = [];
	const ended: number[] = [];
	const failure = await failureOf(
		inOrder(
			1000,
			() => 4,
			async (index) => {
				started.push(index);
				await sleep(index === 1 ? 15 : index === 2 ? 5 : 30);
				ended.push(index);
				if (index === 1 || index === 2) throw new Error(`task ${index}`);
				return index;
			},
		),
	);
	expect(failure).toEqual(new Error('task 1'));
	expect(started).toEqual([0, 1, 2, 3]);
	expect(ended.sort()).toEqual([0, 1, 2, 3]);
});

it('runs as many at once as the current limit allows', async () => {
	let width = 2;
	let running = 0;
	const most: number[] = [];
	await inOrder(
		40,
		() => width,
		async (index) => {
			running += 1;
			most.push(running);
			await sleep(1);
			running -= 1;
			if (index === 9) width = 6;
			if (index === 29) width = 1;
		},
	);
	expect(Math.max(...most.slice(0, 10))).toBe(2);
	expect(Math.max(...most)).toBe(6);
	expect(most.at(-1)).toBe(1);
});
