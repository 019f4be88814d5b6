import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { useFixture } from '../n8n/support/fixture';
import { activeTrigger, clearTriggers, CREATED, type EventWorkflow } from '../n8n/support/events';
import { changed, expectGoodToRun } from '../n8n/support/malformed';

const fixture = useFixture();
afterAll(clearTriggers);

/** Any JSON, any text, or a notification with one invalid part. */
const malformed = fc.oneof(
	fc.json(),
	fc.string({ unit: 'binary' }),
	fc
		.tuple(fc.constantFrom('event', 'timestamp', 'data'), fc.jsonValue())
		.map(([name, value]) => changed({ [name]: [value] })),
	fc.jsonValue().map((key) => changed({ data: { appointment_key: [key] } })),
);

/** Sends malformed deliveries, sixteen at a time: n8n refuses each one, and starts no run. */
async function flood(workflow: EventWorkflow, deliveries: number): Promise<void> {
	const generated = fc.sample(malformed, { numRuns: deliveries }).values();
	const url = workflow.url();
	const statuses: number[] = [];
	const unexpected: unknown[] = [];
	const sender = async () => {
		for (const body of generated) {
			const answer = await fixture.service.deliveries.send(url, body);
			const { status = 0 } = answer;
			statuses.push(status);
			if (status < 400 || status > 499) unexpected.push({ body, answer });
		}
	};
	await Promise.all(Array.from({ length: 16 }, sender));

	expect(unexpected).toEqual([]);
	expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(deliveries / 4);
	expect(await workflow.executions()).toEqual([]);
}

/** What n8n holds of the memory, without what it started. */
function megabytes(): number {
	return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(fixture.n8n.pid)])) / 1024;
}

test('ten thousand malformed deliveries do not make n8n grow', async () => {
	const workflow = await activeTrigger(fixture, { events: [CREATED] });

	await flood(workflow, 2_500);
	const warmedUp = megabytes();
	await flood(workflow, 7_500);

	expect(megabytes() - warmedUp).toBeLessThan(100);
	await expectGoodToRun(fixture, workflow);
}, 2_400_000);
