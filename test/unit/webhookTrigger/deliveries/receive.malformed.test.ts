import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';

import type { TriggerWorkflow } from '../../support';
import { flawed } from './generated';
import { notification, runsOf, service, triggerFor } from './support';

const DELIVERIES = 3_000;
const AT_ONCE = 25;

const REASON = /^(The body|event|timestamp|data|data\.appointment_key) (is|has) /;

interface Sent {
	body: string;
	headers: Record<string, string>;
}

const json = { 'content-type': 'application/json' };

/** What n8n hands to the node: JSON that is no notification, and text that is no JSON. */
const malformed: fc.Arbitrary<Sent> = fc.oneof(
	{ weight: 6, arbitrary: flawed.map((body) => ({ body, headers: json })) },
	{
		weight: 2,
		arbitrary: fc
			.json()
			.filter((text) => !/^\s*"/.test(text))
			.map((body) => ({ body, headers: { 'content-type': 'text/plain' } })),
	},
	fc.record({
		body: flawed.map((text) => text.slice(0, text.length / 2)),
		headers: fc
			.constantFrom('text/plain', 'application/octet-stream', 'text/html', '')
			.map((type) => ({ 'content-type': type })),
	}),
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

it(`answers ${DELIVERIES} malformed deliveries with 400 and a reason of its own, starts nothing, and keeps nothing of them`, async () => {
	const sent = fc.sample(malformed, DELIVERIES);
	const others: unknown[] = [];
	const send = async (from: number, to: number) => {
		for (let at = from; at < to; at += AT_ONCE) {
			const some = sent.slice(at, Math.min(at + AT_ONCE, to));
			const answers = await Promise.all(some.map(async (one) => await trigger.deliver(one)));
			for (const { status, body } of answers) {
				const { message } = body as { message: string };
				if (status !== 400 || !REASON.test(message)) others.push({ status, message });
			}
		}
	};
	await send(0, DELIVERIES / 2);
	const before = heapUsed();
	await send(DELIVERIES / 2, DELIVERIES);
	const after = heapUsed();

	expect(others).toEqual([]);
	expect(trigger.executions).toEqual([]);
	expect(after - before).toBeLessThan(10);
	expect({}).not.toHaveProperty('polluted');

	const body = notification();
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toEqual([[body]]);
});
