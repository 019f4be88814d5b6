import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';

import type { TriggerWorkflow } from '../support';
import { flawed } from './generated';
import { notification, runsOf, service, triggerFor } from './support';

const DELIVERIES = 10_000;
const AT_ONCE = 25;

interface Sent {
	body: string | Buffer;
	headers: Record<string, string>;
}

const json = { 'content-type': 'application/json' };
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));

/** A notification cut off, or with one byte of it changed. */
const damaged = fc.tuple(fc.nat(), fc.option(fc.integer({ min: 0, max: 31 }))).map(([at, byte]) => {
	const whole = Buffer.from(JSON.stringify(notification()));
	const place = at % whole.length;
	if (byte === null) return whole.subarray(0, place);
	whole[place] = byte;
	return whole;
});

const malformed: fc.Arbitrary<Sent> = fc.oneof(
	{ weight: 6, arbitrary: flawed.map((body) => ({ body, headers: json })) },
	{ weight: 2, arbitrary: fc.json().map((body) => ({ body, headers: json })) },
	fc.oneof(bytes, damaged).map((body) => ({ body, headers: json })),
	fc.record({
		body: fc.oneof(bytes, damaged, flawed),
		headers: fc
			.constantFrom('text/plain', 'application/octet-stream', 'text/html', 'image/png', '')
			.map((type) => ({ 'content-type': type })),
	}),
	fc
		.webQueryParameters()
		.map((body) => ({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })),
);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Megabytes that are still in use after the garbage collector has run. */
function heapUsed(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed / 2 ** 20;
}

let trigger: TriggerWorkflow;

beforeAll(async () => {
	trigger = triggerFor(await service());
	await trigger.activate();
});

it(`answers ${DELIVERIES} malformed deliveries with 4xx, starts nothing, and keeps nothing of them`, async () => {
	const sent = fc.sample(malformed, DELIVERIES);
	const statuses = new Map<number | undefined, number>();
	const send = async (from: number, to: number) => {
		for (let at = from; at < to; at += AT_ONCE) {
			const some = sent.slice(at, Math.min(at + AT_ONCE, to));
			const answers = await Promise.all(some.map(async (one) => await trigger.deliver(one)));
			for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
		}
	};
	await send(0, 2_000);
	const before = heapUsed();
	await send(2_000, DELIVERIES);
	const after = heapUsed();

	const others = [...statuses].filter(([status = 0]) => status < 400 || status > 499);
	expect(others).toEqual([]);
	expect(trigger.executions).toEqual([]);
	expect(after - before).toBeLessThan(10);
	expect({}).not.toHaveProperty('polluted');

	const body = notification();
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toEqual([[body]]);
});
