import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import type { N8n } from '../harness';
import { useBench } from '../support/bench';
import { activeTrigger, clearTriggers, eventually } from '../support/events';
import { startSink, tellSink, type Sink } from '../support/sink';

const EVENTS = 60;
const PACE_MS = 60;
const UNREACHABLE = 'http://127.0.0.1:9/';

const bench = useBench({
	// Two under way at once: more than these two can't have run without being acknowledged.
	deliveries: { concurrency: 2, schedule: Array.from({ length: 200 }, () => 500) },
});
let sink: Sink;
let health: Health;

beforeAll(async () => {
	sink = await startSink(100);
	health = watch(bench.n8n);
	// n8n answers 200 to anything for a moment of its start, before it has looked at its database.
	bench.service.deliveries.options.target = (url) => (health.isReady ? url : UNREACHABLE);
});
afterAll(async () => {
	await health.stop();
	await sink.stop();
});
beforeEach(() => {
	sink.received.length = 0;
});
afterEach(clearTriggers);

describe(`n8n killed while ${EVENTS} events stream in, behind a health check that asks for readiness`, () => {
	test('every event runs when the trigger answers after the run, at most two of them twice', async () => {
		const { keys } = await streamThroughKill({ respond: 'whenFinished' });

		expect(sink.missing(keys)).toEqual([]);
		expect(twice(keys).length).toBeLessThanOrEqual(2);
		expect(sink.surplus(keys)).toBe(twice(keys).length);
	}, 480_000);

	test('every event runs when it answers at once and catches up at the start; twice only what was running, and two others at most', async () => {
		const { keys, workflowId } = await streamThroughKill({ catchUp: 'atStart' });

		await eventually(() => expect(sink.missing(keys)).toEqual([]), 180_000);
		// A second run of what was not lost would come with the same check.
		await quiet(workflowId);
		const { content } = await crashedRuns(workflowId);
		// A run that n8n was killed in may have told the sink already, and nobody can know that.
		expect(twice(keys).filter((key) => !content.includes(key)).length).toBeLessThanOrEqual(2);
		expect(sink.surplus(keys)).toBe(twice(keys).length);
	}, 480_000);

	test('every event has a run when it answers at once; one that was running is kept as crashed', async () => {
		const { keys, workflowId } = await streamThroughKill({ respond: 'immediately' });

		const { count, content } = await crashedRuns(workflowId);
		expect(count).toBeGreaterThan(0);
		expect(sink.missing(keys).filter((key) => !content.includes(key))).toEqual([]);
		expect(twice(keys).length).toBeLessThanOrEqual(2);
	}, 480_000);
});

const twice = (keys: string[]) => keys.filter((key) => sink.of(key) > 1);
const soon = () => new Date(Date.now() + 86_400_000).toISOString();

async function streamThroughKill(
	options: INodeParameters,
): Promise<{ keys: string[]; workflowId: string }> {
	const { n8n, service } = bench;
	const parameters = { events: ['appointment.created'], options };
	const { id: workflowId } = await activeTrigger(bench, parameters, { then: [tellSink(sink)] });
	const keys: string[] = [];
	let restarted: Promise<void> | undefined;
	for (let event = 0; event < EVENTS; event += 1) {
		keys.push(service.book({ start_date: soon() }).appointment_key);
		if (event === EVENTS / 3) {
			await eventually(() => expect(sink.underWay).toBeGreaterThan(0));
			restarted = n8n.kill().then(async () => await n8n.start());
		}
		await sleep(PACE_MS);
	}
	await restarted;
	await service.deliveries.settled({ timeout: 300_000 });
	await quiet(workflowId);
	return { keys, workflowId };
}

/** Waits until nothing runs any more and the sink hears nothing more. */
async function quiet(workflowId: string): Promise<void> {
	for (let heard = -1; heard !== sink.received.length;) {
		heard = sink.received.length;
		await sleep(1_000);
		const running = await bench.n8n.api.executions(workflowId, { status: 'running' });
		if (running.length > 0) heard = -1;
	}
}

/** The executions that the kill ended, as n8n shows them. */
async function crashedRuns(workflowId: string): Promise<{ count: number; content: string }> {
	const executions = await bench.n8n.api.executions(workflowId, { includeData: true });
	const crashed = executions.filter(({ status }) => status === 'crashed');
	return { count: crashed.length, content: JSON.stringify(crashed) };
}

interface Health {
	isReady: boolean;
	stop(): Promise<void>;
}

/** Asks n8n for its readiness as a load balancer does. */
function watch(n8n: N8n): Health {
	const health = { isReady: true, stopped: false };
	const look = async () => {
		while (!health.stopped) {
			health.isReady = await n8n.http
				.request(`${n8n.url}/healthz/readiness`, { timeoutMs: 1_000 })
				.then(({ status }) => status === 200)
				.catch(() => false);
			await sleep(50);
		}
	};
	const watching = look();
	return {
		get isReady() {
			return health.isReady;
		},
		stop: async () => {
			health.stopped = true;
			await watching;
		},
	};
}
