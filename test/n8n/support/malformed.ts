import fc from 'fast-check';
import type { N8n } from '../harness';
import type { Bench } from './bench';
import { patience, type EventWorkflow } from './events';

/** A notification that starts a run, once. */
export const good = {
	event: 'appointment.created',
	timestamp: '2026-11-21T10:00:00+01:00',
	data: { appointment_key: 'a-key', status: 'CONFIRMED' },
};

/** The notification as text, with parts replaced. */
export const changed = (changes: object) => JSON.stringify({ ...good, ...changes });

/** Any JSON, any text, or a notification with one invalid part. */
const malformed = fc.oneof(
	fc.json(),
	fc.string({ unit: 'binary' }),
	fc.jsonValue().map((data) => changed({ data: Array.isArray(data) ? data : [data] })),
	fc.jsonValue().map((key) => changed({ data: { appointment_key: [key] } })),
	fc.jsonValue().map((event) => changed({ event: [event] })),
	fc.jsonValue().map((timestamp) => changed({ timestamp: [timestamp] })),
	fc
		.record({ at: fc.nat(changed({}).length - 1), to: fc.constantFrom('', '{', '"', '\\', ',') })
		.map(({ at, to }) => changed({}).slice(0, at) + to)
		.filter((text) => !text.endsWith('}}')),
);

const contentTypes = fc.constantFrom(
	'application/json',
	'text/plain',
	'text/html; charset=utf-8',
	'application/octet-stream',
	'application/json; charset=utf-16',
	'x/y',
);

/**
 * Sends malformed deliveries: n8n refuses each one, and runs a good one afterwards.
 * Returns how many MB n8n has grown by since the first quarter, which warms it up.
 */
export async function floodWithMalformed(
	{ n8n, service }: Bench<N8n>,
	workflow: EventWorkflow,
	deliveries: number,
): Promise<number> {
	const generated = fc.sample(fc.tuple(malformed, contentTypes), { numRuns: deliveries });
	const statuses = new Map<number, number>();
	const unexpected: unknown[] = [];
	const send = async (body: string, type: string) => {
		const headers = { 'content-type': type };
		const answer = await service.deliveries.send(workflow.url(), body, { headers });
		const status = answer.status ?? 0;
		statuses.set(status, (statuses.get(status) ?? 0) + 1);
		if (status < 400 || status > 499) unexpected.push({ body, type, answer });
	};
	const flood = async (from: number, to: number) => {
		let next = from;
		const sender = async () => {
			while (next < to) {
				const [body, type] = generated[next++]!;
				if (next % 2_000 === 0) process.stdout.write(`${next} of ${deliveries} deliveries\n`);
				await send(body, type);
			}
		};
		await Promise.all(Array.from({ length: 16 }, sender));
	};

	await flood(0, deliveries / 4);
	const before = await n8n.memoryInMegabytes();
	await flood(deliveries / 4, deliveries);
	const grown = (await n8n.memoryInMegabytes()) - before;

	expect(unexpected).toEqual([]);
	expect(statuses.get(400)).toBeGreaterThan(deliveries / 4);
	expect(await workflow.executions()).toEqual([]);
	const answer = await service.deliveries.send(workflow.url(), JSON.stringify(good));
	expect(answer.status).toBe(200);
	await workflow.runs(1);
	await patience();
	expect(await workflow.received()).toEqual([good]);
	expect(await workflow.executions()).toHaveLength(1);
	return grown;
}
