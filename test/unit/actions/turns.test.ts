import fc from 'fast-check';

import { Turns } from '../../../nodes/AppointmentScheduling/actions/router';

it('items on the same appointment run one after another, in their order, and others at once', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.constantFrom('a', 'b', 'c', undefined), { maxLength: 25 }),
			fc.scheduler(),
			async (names, scheduler) => {
				const turns = new Turns();
				const running = new Map<string | undefined, number>();
				const ended = new Map<string | undefined, number[]>();
				const all = Promise.allSettled(
					names.map((name, index) =>
						turns.take(name, async () => {
							const now = (running.get(name) ?? 0) + 1;
							running.set(name, now);
							if (name !== undefined) expect(now).toBe(1);
							await scheduler.schedule(Promise.resolve());
							running.set(name, now - 1);
							ended.set(name, [...(ended.get(name) ?? []), index]);
							if (index % 4 === 3) throw new Error(`task ${index}`);
							return index;
						}),
					),
				);
				await scheduler.waitFor(all);
				for (const [index, outcome] of (await all).entries()) {
					expect(outcome).toEqual(
						index % 4 === 3
							? { status: 'rejected', reason: new Error(`task ${index}`) }
							: { status: 'fulfilled', value: index },
					);
				}
				for (const name of ['a', 'b', 'c']) {
					const order = ended.get(name) ?? [];
					expect(order).toEqual([...order].sort((one, other) => one - other));
				}
			},
		),
		{ numRuns: 80 },
	);
});
