import { setImmediate as nextTurn } from 'node:timers/promises';

import { Places } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/core/places';

/** Takes all places until `release`, and notes who comes after that. */
async function full() {
	const places = new Places();
	const order: string[] = [];
	let release = (): void => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	const holders = Array.from({ length: 8 }, async () => {
		await places.use(async () => await held, false, 0);
	});
	await nextTurn();
	const wait = async (name: string, isLast: boolean, longestMs = 5_000) =>
		await places.use(async () => await Promise.resolve(order.push(name)), isLast, longestMs);
	return { order, wait, release: async () => await Promise.all([release(), ...holders]) };
}

it('a request with low priority gets its place after later ones', async () => {
	const { order, wait, release } = await full();
	const all = [wait('forged', true), wait('one', false), wait('two', false)];
	await release();
	await Promise.all(all);
	expect(order).toEqual(['one', 'two', 'forged']);
});

it('a request that waits too long leaves the queue, and the next one gets its place', async () => {
	const { order, wait, release } = await full();
	const late = wait('late', false, 1);
	const next = wait('next', false);
	await expect(late).rejects.toThrow('Too many deliveries');
	await release();
	await next;
	expect(order).toEqual(['next']);
	await Promise.all(Array.from({ length: 20 }, async (_, nth) => await wait(String(nth), false)));
	expect(order).toHaveLength(21);
});

it('a request that fails gives its place back', async () => {
	const places = new Places();
	for (let time = 0; time < 20; time += 1) {
		const failing = places.use(async () => await Promise.reject(new Error('down')), false, 0);
		await expect(failing).rejects.toThrow('down');
	}
	expect(await places.use(async () => await Promise.resolve('free'), false, 0)).toBe('free');
});
