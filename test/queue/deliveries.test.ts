import { setTimeout as sleep } from 'node:timers/promises';
import { inOrder } from '../../nodes/AppointmentScheduling/concurrency/order';
import { eventually, type N8nProcess } from '../n8n/harness';
import { inDays } from '../n8n/support/events';
import { newKeys, PROCESSORS, QueueFixture, type Subscribed } from './support/fixture';

const DELIVERIES = 24;
/** More would only wait in n8n. */
const AT_ONCE = 20;
/** docs/queue-mode.md: copies some seconds apart. */
const APART_MS = 8_000;
const PACE_MS = 40;
const RUN_MS = 400;

const fixture = new QueueFixture();
beforeAll(async () => await fixture.start());
afterAll(async () => await fixture.stop());

/** Delivers all to one processor, then to the other; how many of them ran. */
async function runsOf(keys: string[], events: Subscribed): Promise<number> {
	const before = fixture.runs.all(keys);
	for (const processor of PROCESSORS) {
		const deliver = async (key: string) => await fixture.deliver(events.url, key, processor);
		await inOrder(keys, AT_ONCE, deliver);
		await fixture.quiet(events.workflowId);
	}
	return fixture.runs.all(keys) - before;
}

test('different deliveries at once run once each, copies at both processors once or twice, and later ones never', async () => {
	const events = await fixture.subscribe();
	const [different, copied] = [newKeys(DELIVERIES), newKeys(DELIVERIES)];
	const statuses: unknown[] = [];
	const send = async (key: string, processor: number) =>
		statuses.push((await fixture.deliver(events.url, key, processor % 2)).status);
	await Promise.all(different.map(send));
	const sendTwice = async (key: string) =>
		await Promise.all(PROCESSORS.map(async (one) => await send(key, one)));
	await inOrder(copied, 4, sendTwice);
	await fixture.quiet(events.workflowId);

	expect(statuses).toEqual(Array.from({ length: 3 * DELIVERIES }, () => 200));
	expect(fixture.runs.missing([...different, ...copied])).toEqual([]);
	expect(fixture.runs.surplus(different)).toBe(0);
	// docs/queue-mode.md: one or two runs.
	expect(fixture.runs.surplus(copied)).toBeLessThanOrEqual(DELIVERIES);
	await sleep(APART_MS);
	expect(await runsOf([...different, ...copied], events)).toBeLessThanOrEqual(1);
});

/** Events that are delivered to one workflow while a worker is killed. */
interface Stream {
	events: Subscribed;
	keys: string[];
	/** Those whose run the killed worker had begun and not ended, by n8n's own record. */
	executing: string[];
	/** Those whose run it had begun. Another process may have undone what it recorded of them. */
	begun: string[];
}

describe('a worker killed while deliveries stream in', () => {
	let atOnce: Stream;
	/** What n8n knows of an execution at the kill; later it overwrites what the run was given with the error. */
	const caught = new Map<string, string>();

	beforeAll(async () => {
		const { cluster, service, runs } = fixture;
		const worker = cluster.workers[0]!;
		atOnce = { events: await fixture.subscribe(), keys: [], executing: [], begun: [] };
		runs.takesMs = RUN_MS;
		service.deliveries.options.schedule = Array.from({ length: 2_000 }, () => 500);
		const before = runs.received.length;
		const begun: string[] = [];
		const kill = async () => {
			while (runs.received.length < before + DELIVERIES / 2 || !isBusy(worker)) await sleep(5);
			await worker.kill();
			begun.push(...worker.log(/Worker started execution/));
			for (const id of await fixture.underWay(atOnce.events.workflowId)) {
				caught.set(id, JSON.stringify(await cluster.api.getExecution(id)));
			}
		};
		const stream = async () => {
			for (let event = 0; event < 2 * DELIVERIES; event += 1) {
				const [key] = newKeys(1);
				atOnce.keys.push(key!);
				fixture.deliverUntilReceived(atOnce.events, key!);
				await sleep(PACE_MS);
			}
		};
		await Promise.all([kill(), stream()]);
		// A sender's patience, and after it twice the minute that a copy waits for a run without an end.
		await service.deliveries.settled();
		await fixture.quiet(atOnce.events.workflowId);
		runs.takesMs = 0;
		service.deliveries.options.schedule = [];
		await worker.start();
		atOnce.executing = await interrupted(atOnce);
		expect(atOnce.executing).not.toEqual([]);
		for (const [, id = ''] of begun.join().matchAll(/execution (\d+)/g)) {
			const text = JSON.stringify(await cluster.api.getExecution(id));
			atOnce.begun.push(...atOnce.keys.filter((key) => text.includes(key)));
		}
		expect(atOnce.begun.length).toBeLessThan(atOnce.keys.length);
	});

	/** The keys of the runs that failed, which nothing but the kill may explain. */
	async function interrupted({ events, keys }: Stream): Promise<string[]> {
		const failed = await fixture.cluster.api.executions(events.workflowId, { status: 'error' });
		return failed.map(({ id }) => {
			const key = keys.find((one) => caught.get(id)?.includes(one));
			if (key === undefined) throw new Error(`Execution ${id} failed, but not because of the kill`);
			return key;
		});
	}

	/** Whether a worker has begun more than it has ended, by its log. */
	const isBusy = (worker: N8nProcess) =>
		worker.log(/Worker started execution/).length > worker.log(/Worker finished execution/).length;

	test('lost is at most what it was executing, and only what it ran may run twice', async () => {
		const { keys, executing, begun, events } = atOnce;
		const others = keys.filter((key) => !executing.includes(key));

		expect(fixture.runs.missing(others)).toEqual([]);
		expect(fixture.runs.surplus(keys)).toBe(0);
		const copies = others.filter((key) => !begun.includes(key));
		expect(await runsOf(copies, events)).toBe(0);
	});
});

test('with Each Change, main starts a run within seconds, processors leave it to the next check, and nothing runs twice', async () => {
	const { service, cluster, runs } = fixture;
	const book = (days: number) =>
		service.book({ start_date: inDays(days), status: 'CONFIRMED' }).appointment_key;
	await fixture.unpublishAll();
	const { workflowId } = await fixture.watch({ check: 'hourly' });
	const requests = () => service.requests.of('GET', /appointments\/.+/).length;

	service.deliveries.options.target = cluster.atMain;
	const atMain = book(20);
	await eventually(() => expect(runs.of(atMain)).toBe(1));
	const before = requests();
	service.deliveries.options.target = cluster.target;
	const atProcessor = book(21);
	await service.deliveries.settled();
	await fixture.quiet(workflowId);
	expect([requests(), runs.of(atProcessor)]).toEqual([before, 0]);

	// The start of main has the next check.
	await cluster.main.kill();
	await cluster.main.start();
	await eventually(() => expect(runs.of(atProcessor)).toBe(1));
	service.deliveries.options.target = cluster.atMain;
	for (const key of [atMain, atProcessor]) {
		for (const delivery of service.deliveries.of(key)) {
			await service.deliveries.redeliver(delivery, { times: 4 });
		}
	}
	service.updateStatus(atMain, 'ATTENDED');
	await eventually(() => expect(runs.of(atMain)).toBe(2));
	await fixture.quiet(workflowId);
	const own = runs.received.filter(({ data }) =>
		[atMain, atProcessor].includes(String(data?.appointment_key)),
	);
	expect(own.map(({ event, data }) => [event, data?.appointment_key])).toEqual([
		['appointment.created', atMain],
		['appointment.created', atProcessor],
		['appointment.updated', atMain],
	]);
});
