import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { eventually, request } from '../harness';
import { useFixture } from '../support/fixture';
import {
	activeTrigger,
	clearTriggers,
	CREATED,
	inDays,
	recorded,
	type EventWorkflow,
} from '../support/events';
import { startSink, tellSink, type Sink } from '../support/sink';

const EVENTS = 60;
const PACE_MS = 60;
const HELD_MS = 500;
const UNREACHABLE = 'http://127.0.0.1:9/';

const fixture = useFixture({
	// Two under way at once: more than these two can't have run without being acknowledged.
	deliveries: { concurrency: 2, schedule: Array.from({ length: 2_000 }, () => 500) },
});

/** A workflow whose runs reach a sink that no other one has. */
interface Reporting extends EventWorkflow {
	sink: Sink;
	twice(): string[];
}

const keys: string[] = [];
const sinks: Sink[] = [];
let atStart: Reporting;
let immediately: Reporting;
/** Asks n8n for its readiness, as a load balancer does. */
const health = { isReady: true, isOver: false };

beforeAll(async () => {
	const { n8n, service } = fixture;
	// n8n answers 200 to anything for a moment of its start, before it has looked at its database.
	service.deliveries.options.target = (url) => (health.isReady ? url : UNREACHABLE);
	atStart = await report({ catchUp: 'atStart' });
	immediately = await report({});
	await recorded(fixture, atStart);
	const watching = watch();
	let restarted: Promise<void> | undefined;
	for (let event = 0; event < EVENTS; event += 1) {
		keys.push(service.book({ start_date: inDays(1) }).appointment_key);
		if (event === EVENTS / 3) {
			restarted = killInRuns(immediately.sink, atStart.sink).then(async () => await n8n.start());
		}
		await sleep(PACE_MS);
	}
	await restarted;
	await service.deliveries.settled();
	await eventually(() => expect(atStart.sink.missing(keys)).toEqual([]));
	// A second run of what was not lost would come with the same check.
	await quiet();
	health.isOver = true;
	await watching;
});
afterAll(async () => {
	health.isOver = true;
	await clearTriggers();
	await Promise.all(sinks.map(async (sink) => await sink.stop()));
});

async function report(options: INodeParameters): Promise<Reporting> {
	const sink = await startSink(HELD_MS);
	sinks.push(sink);
	const parameters = { events: [CREATED], options };
	const workflow = await activeTrigger(fixture, parameters, { then: [tellSink(sink)] });
	return { ...workflow, sink, twice: () => keys.filter((key) => sink.of(key) > 1) };
}

/** Kills n8n in runs that each of the sinks holds. */
async function killInRuns(...these: Sink[]): Promise<void> {
	for (const sink of these) sink.takesMs = Infinity;
	await eventually(() => {
		for (const { held } of these) expect(held.length).toBeGreaterThan(0);
	});
	await fixture.n8n.kill();
	for (const sink of these) {
		sink.takesMs = HELD_MS;
		sink.release();
	}
}

async function watch(): Promise<void> {
	const url = `${fixture.n8n.url}/healthz/readiness`;
	while (!health.isOver) {
		health.isReady = await request(url, { signal: AbortSignal.timeout(10_000) }).then(
			({ status }) => status === 200,
			() => false,
		);
		await sleep(50);
	}
}

/** Waits until nothing runs any more and the sinks hear nothing more. */
async function quiet(): Promise<void> {
	const total = () => sinks.reduce((sum, { received }) => sum + received.length, 0);
	for (let heard = -1; heard !== total();) {
		heard = total();
		await sleep(1_000);
		for (const { id } of [atStart, immediately]) {
			const running = await fixture.n8n.api.executions(id, { status: 'running' });
			if (running.length > 0) heard = -1;
		}
	}
}

/** The executions that the kill ended, as n8n shows them. */
async function crashedRuns({ id }: Reporting): Promise<{ count: number; content: string }> {
	const executions = await fixture.n8n.api.executions(id, { includeData: true });
	const crashed = executions.filter(({ status }) => status === 'crashed');
	return { count: crashed.length, content: JSON.stringify(crashed) };
}

describe(`n8n killed while ${EVENTS} events stream in, behind a health check that asks for readiness`, () => {
	test('with Catch Up At Start, no event is lost, and only interrupted runs repeat, and two others at most', async () => {
		const { sink, twice } = atStart;

		expect(sink.missing(keys)).toEqual([]);
		const { count, content } = await crashedRuns(atStart);
		expect(count).toBeGreaterThan(0);
		// A run that n8n was killed in may have reached the sink already, and nobody can know that.
		expect(twice().filter((key) => !content.includes(key)).length).toBeLessThanOrEqual(2);
		expect(sink.surplus(keys)).toBe(twice().length);
	});

	test('every event has a run when the trigger answers at once; one that was running is kept as crashed', async () => {
		const { sink, twice } = immediately;

		const { count, content } = await crashedRuns(immediately);
		expect(count).toBeGreaterThan(0);
		expect(sink.missing(keys).filter((key) => !content.includes(key))).toEqual([]);
		expect(twice().length).toBeLessThanOrEqual(2);
	});
});
