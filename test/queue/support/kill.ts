import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import type { N8nProcess } from '../../n8n/harness';
import { newKeys, type QueueBench, type Subscribed } from './bench';

const PACE_MS = 40;
const RUN_MS = 400;
const RETRY_MS = 500;

export interface Stream {
	/** The appointments whose creation was delivered. */
	keys: string[];
	/** Those among them whose run the killed worker had begun and not ended, by n8n's own record. */
	executing: string[];
	events: Subscribed;
}

/**
 * Streams events to the processors, kills a worker in the middle, and returns when every delivery
 * has been received and nothing runs any more; the worker is there again then.
 */
export async function streamThroughKill(
	bench: QueueBench,
	count: number,
	options: INodeParameters,
): Promise<Stream> {
	const { cluster, service, runs } = bench;
	const worker = cluster.workers[0]!;
	const events = await bench.subscribe(options);
	runs.takesMs = RUN_MS;
	service.deliveries.options.schedule = Array.from({ length: 200 }, () => RETRY_MS);
	const keys: string[] = [];
	const caught = new Map<string, string>();
	const kill = async () => {
		while (runs.all(keys) < count / 4 || !isBusy(worker)) await sleep(5);
		await worker.kill();
		// When n8n finds a run abandoned, it overwrites what the run was given with the error.
		for (const id of await bench.underWay(events.workflowId)) {
			caught.set(id, JSON.stringify(await cluster.api.getExecution(id)));
		}
	};
	const stream = async () => {
		for (const key of newKeys(count)) {
			keys.push(key);
			bench.deliverUntilReceived(events, key);
			await sleep(PACE_MS);
		}
	};
	await Promise.all([kill(), stream()]);
	// A sender's patience, and after it twice the minute that a copy waits for a run without an end.
	await service.deliveries.settled({ timeout: 400_000 });
	await bench.quiet(events.workflowId);
	runs.takesMs = 0;
	service.deliveries.options.schedule = [];
	await worker.start();
	const failed = await cluster.api.executions(events.workflowId, { status: 'error' });
	const executing = failed.map(({ id }) => keys.find((key) => caught.get(id)?.includes(key)));
	if (executing.includes(undefined)) throw new Error('A run failed that no kill could explain');
	return { keys, executing: executing.filter((key) => key !== undefined), events };
}

/** Whether a worker has begun more than it has ended, by its log. */
function isBusy(worker: N8nProcess): boolean {
	return (
		worker.log('Worker started execution').length > worker.log('Worker finished execution').length
	);
}
