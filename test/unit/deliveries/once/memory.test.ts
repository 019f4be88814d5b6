import fc from 'fast-check';

import {
	DeliveryMemory,
	MOST_PERSISTED,
	MOST_REMEMBERED,
} from '../../../../nodes/AppointmentScheduling/deliveries/once/memory';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `key-${index}`);

it('knows the newest deliveries, and gives n8n the newest of these, within bounds', () => {
	const memory = new DeliveryMemory();
	const keys = numbered(MOST_REMEMBERED + 500);
	for (const key of keys) memory.remember(key);
	expect(keys.filter((key) => memory.has(key))).toEqual(keys.slice(-MOST_REMEMBERED));
	expect(memory.persisted).toEqual(keys.slice(-MOST_PERSISTED));
});

it('takes over what n8n kept, whatever that is, and never more than its bounds', () => {
	fc.assert(
		fc.property(fc.array(fc.oneof(fc.string(), fc.anything())), fc.anything(), (kept, other) => {
			const memory = new DeliveryMemory();
			memory.adopt(kept);
			memory.adopt(other);
			for (const key of kept) if (typeof key === 'string') expect(memory.has(key)).toBe(true);
			expect(memory.persisted.every((key) => typeof key === 'string')).toBe(true);
		}),
	);
	const memory = new DeliveryMemory();
	memory.adopt(numbered(50_000));
	expect(memory.persisted).toHaveLength(MOST_PERSISTED);
});

it('takes over its own list without end or doubles', () => {
	const memory = new DeliveryMemory();
	memory.adopt(['a', 'b', 'a']);
	memory.adopt(memory.persisted);
	expect(memory.persisted).toEqual(['a', 'b']);
});

it('takes over what n8n kept anew when another process has added to it or cut it, and walks it once', () => {
	const memory = new DeliveryMemory();
	let walks = 0;
	const walked = (keys: string[]) =>
		new Proxy(keys, {
			get: (target, name) => {
				if (name === Symbol.iterator) walks += 1;
				return Reflect.get(target, name) as unknown;
			},
		});
	memory.adopt(walked(['a', 'b']));
	memory.adopt(walked(['a', 'b']));
	expect(walks).toBe(1);
	for (const keys of [['a', 'b', 'c'], ['b', 'c', 'd'], ['a', 'c', 'd'], ['e']]) {
		memory.adopt(walked(keys));
		expect(keys.filter((key) => !memory.has(key))).toEqual([]);
	}
	expect(walks).toBe(5);
});

it('forgets a delivery whose run was not started, and tells those who wait', async () => {
	const memory = new DeliveryMemory();
	for (const started of [false, true]) {
		const settle = memory.begin('key');
		const outcome = memory.outcomeOf('key');
		settle(started);
		expect(await outcome).toBe(started);
		expect(memory.outcomeOf('key')).toBeUndefined();
		expect(memory.has('key')).toBe(started);
	}
});
