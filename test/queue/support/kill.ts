import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nProcess } from '../../n8n/harness';
import { newKeys, type QueueBench, type Subscribed } from './bench';

const PACE_MS = 40;
const RUN_MS = 400;
const RETRY_MS = 500;

/** Events that were delivered to one workflow. */
export interface Stream {
	events: Subscribed;
	/** The appointments whose creation was delivered. */
	keys: string[];
	/** Those among them whose run the killed worker had begun and not ended, by n8n's own record. */
	executing: string[];
}

/**
 * Streams events to workflows, kills a worker in the middle, and returns when every delivery has been
 * received and nothing runs any more; the worker is there again then.
 */
export async function streamThroughKill(
	bench: QueueBench,
	count: number,
	workflows: Subscribed[],
): Promise<Stream[]> {
	const { cluster, service, runs } = bench;
	const worker = cluster.workers[0]!;
	runs.takesMs = RUN_MS;
	service.deliveries.options.schedule = Array.from({ length: 2_000 }, () => RETRY_MS);
	const streams = workflows.map((events) => ({ events, keys: [] as string[] }));
	const caught = new Map<string, string>();
	const kill = async () => {
		const isDue = () => runs.received.length >= count / 4 && isBusy(worker);
		while (!isDue()) await sleep(5);
		await worker.kill();
		// When n8n finds a run abandoned, it overwrites what the run was given with the error.
		for (const { workflowId } of workflows) {
			for (const id of await bench.underWay(workflowId)) {
				caught.set(id, JSON.stringify(await cluster.api.getExecution(id)));
			}
		}
	};
	const stream = async () => {
		for (let event = 0; event < count; event += 1) {
			const { events, keys } = streams[event % streams.length]!;
			const [key] = newKeys(1);
			keys.push(key!);
			bench.deliverUntilReceived(events, key!);
			await sleep(PACE_MS);
		}
	};
	runs.received.length = 0;
	await Promise.all([kill(), stream()]);
	// A sender's patience, and after it twice the minute that a copy waits for a run without an end.
	await service.deliveries.settled();
	for (const { workflowId } of workflows) await bench.quiet(workflowId);
	runs.takesMs = 0;
	service.deliveries.options.schedule = [];
	await worker.start();
	return await Promise.all(
		streams.map(async ({ events, keys }) => {
			const failed = await cluster.api.executions(events.workflowId, { status: 'error' });
			const executing = failed.map(({ id }) => keys.find((key) => caught.get(id)?.includes(key)));
			if (executing.includes(undefined)) throw new Error('A run failed that no kill could explain');
			return { events, keys, executing: executing.filter((key) => key !== undefined) };
		}),
	);
}

/** Whether a worker has begun more than it has ended, by its log. */
function isBusy(worker: N8nProcess): boolean {
	return (
		worker.log('Worker started execution').length > worker.log('Worker finished execution').length
	);
}
