import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';

import type { Service } from '../../../stand-in';
import { processedData, TriggerWorkflow } from '../../support';
import { notification, service } from '../deliveries/support';
import { queueMode } from '../deliveries/queueMode';

/** Milliseconds, the same sequence in every run. */
const drawn = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: 997, seed: 1 });
let draws = 0;
const chance = (most: number) => most * (drawn[draws++ % drawn.length] ?? 0);

/** One in so many at most: on a busy machine, the processes decide too late. */
const MOST_TWICE = 10;

let at: Service;
let trigger: TriggerWorkflow;
let node: Awaited<ReturnType<typeof queueMode>>;

beforeAll(async () => {
	at = await service();
});

beforeEach(async () => {
	processedData.reset();
	// A read and the write that follows it are a few milliseconds apart, as in a real database.
	processedData.beforeAccess = async () => void (await sleep(chance(6)));
	node = await queueMode();
	trigger = new TriggerWorkflow(node, {
		credentials: { baseUrl: at.baseUrl, accessToken: at.token },
	});
	await trigger.activate();
});

type Body = ReturnType<typeof notification>;

const deliver = async (body: Body, processor: number) =>
	await trigger.deliver({ body, headers: { 'x-processor': String(processor % 2) } });

/** How often each delivery ran, in the order of the bodies. */
async function runs(bodies: Body[]): Promise<number[]> {
	const counts = new Map<unknown, number>();
	for (const { items } of await trigger.finished()) {
		for (const { json } of items) {
			const { appointment_key: key } = json.data as Body['data'];
			counts.set(key, (counts.get(key) ?? 0) + 1);
		}
	}
	return bodies.map(({ data }) => counts.get(data.appointment_key) ?? 0);
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
const bodies = (count: number) => Array.from({ length: count }, () => notification());

it('runs each of many deliveries over two processors once, and none again when sent to the other', async () => {
	const all = bodies(100);
	await Promise.all(all.map(async (body, index) => await deliver(body, index)));
	expect(await runs(all)).toEqual(all.map(() => 1));
	await Promise.all(all.map(async (body, index) => await deliver(body, index + 1)));
	expect(await runs(all)).toEqual(all.map(() => 1));
});

it('runs each at least once, and few twice, when both processors get all at once', async () => {
	const all = bodies(100);
	const both = all.flatMap((body) =>
		[0, 1].map(async (processor) => await deliver(body, processor)),
	);
	await Promise.all(both);
	const counts = await runs(all);
	expect(Math.min(...counts)).toBe(1);
	expect(sum(counts) - all.length).toBeLessThanOrEqual(all.length / MOST_TWICE);

	const before = sum(counts);
	for (const processor of [0, 1]) {
		await Promise.all(all.map(async (body) => await deliver(body, processor)));
	}
	expect(sum(await runs(all))).toBe(before);
});

it('runs once, with few exceptions, of two copies that reach one worker, or two, a few milliseconds apart', async () => {
	const all = bodies(60);
	await Promise.all(
		all.map(async (body, index) => {
			const first = deliver(body, 0);
			await sleep(index % 20);
			await Promise.all([first, deliver(body, 1)]);
		}),
	);
	const counts = await runs(all);
	expect(Math.min(...counts)).toBe(1);
	expect(sum(counts) - all.length).toBeLessThanOrEqual(all.length / MOST_TWICE);
});

it('runs everything while the store fails', async () => {
	processedData.beforeAccess = () => {
		throw new Error('database is locked');
	};
	const all = bodies(10);
	await Promise.all(all.map(async (body, index) => await deliver(body, index)));
	expect(await runs(all)).toEqual(all.map(() => 1));
});

it.each(['find', 'insert', 'update'] as const)(
	'loses nothing when every other %s of the store fails',
	async (failing) => {
		let count = 0;
		processedData.beforeAccess = async (access) => {
			await sleep(chance(4));
			if (access === failing && count++ % 2 === 0) throw new Error('database is locked');
		};
		const all = bodies(20);
		await Promise.all(all.map(async (body, index) => await deliver(body, index)));
		expect(await runs(all)).toEqual(all.map(() => 1));
	},
);
