import fc from 'fast-check';

import {
	DeliveryMemory,
	memoryOf,
	MOST_PERSISTED,
	MOST_REMEMBERED,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/memory';

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
	for (const text of ['abc', 'bcd', 'bce', 'ace', 'f']) {
		const keys = text.split('');
		memory.adopt(walked(keys));
		expect(keys.filter((key) => !memory.has(key))).toEqual([]);
	}
	expect(walks).toBe(6);
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

it('tells those who wait that a delivery was started if it has run meanwhile', async () => {
	const memory = new DeliveryMemory();
	const settle = memory.begin('key');
	const outcome = memory.outcomeOf('key');
	memory.remember('key');
	settle(false);
	expect(await outcome).toBe(true);
});

it('forgets one delivery, and no other one', () => {
	const memory = new DeliveryMemory();
	const keys = numbered(MOST_PERSISTED + 1);
	for (const key of keys) memory.remember(key);
	memory.forget('unknown');
	memory.forget('key-0');
	expect(memory.has('key-0')).toBe(false);
	expect(memory.persisted).toEqual(keys.slice(1));
	memory.forget('key-1');
	memory.forget('key-5');
	expect(memory.has('key-1')).toBe(false);
	expect(memory.persisted).toEqual([...keys.slice(2, 5), ...keys.slice(6)]);
});

it('gives n8n its list if there is something new in it', () => {
	const memory = new DeliveryMemory();
	const given = () => {
		const staticData: { deliveries?: string[] } = {};
		memory.giveTo(staticData);
		return staticData.deliveries;
	};
	expect(given()).toBeUndefined();
	memory.remember('a');
	expect(given()).toBe(memory.persisted);
	expect(given()).toBeUndefined();
	memory.remember('a');
	expect(given()).toBeUndefined();
	memory.adopt(['b']);
	expect(given()).toEqual(['a', 'b']);
});

it('the end of an earlier start leaves a later one of the same delivery under way', () => {
	const memory = new DeliveryMemory();
	const settle = memory.begin('key');
	memory.begin('key');
	const later = memory.outcomeOf('key');
	settle(false);
	expect(memory.outcomeOf('key')).toBe(later);
});

it('each trigger node has its own', () => {
	expect(memoryOf('w', 'n')).toBe(memoryOf('w', 'n'));
	expect(memoryOf('w', 'other')).not.toBe(memoryOf('w', 'n'));
	expect(memoryOf('other', 'n')).not.toBe(memoryOf('w', 'n'));
});
