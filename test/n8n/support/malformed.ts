import { readFileSync } from 'node:fs';
import fc from 'fast-check';
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

/** Sends malformed deliveries: n8n refuses each one, does not grow, and runs a good one afterwards. */
export async function floodWithMalformed(
	{ n8n, service }: Bench,
	workflow: EventWorkflow,
	deliveries: number,
): Promise<void> {
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

	// The first quarter warms n8n up: what it grows by afterwards would go on growing.
	await flood(0, deliveries / 4);
	const before = memoryOf(n8n.pid);
	await flood(deliveries / 4, deliveries);
	const grown = memoryOf(n8n.pid) - before;

	expect(unexpected).toEqual([]);
	expect(statuses.get(400)).toBeGreaterThan(deliveries / 4);
	expect(grown).toBeLessThan(100);
	expect(await workflow.executions()).toEqual([]);
	const answer = await service.deliveries.send(workflow.url(), JSON.stringify(good));
	expect(answer.status).toBe(200);
	await workflow.runs(1);
	await patience();
	expect(await workflow.received()).toEqual([good]);
	expect(await workflow.executions()).toHaveLength(1);
}

/** MB of memory that a process has in use. */
function memoryOf(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}
