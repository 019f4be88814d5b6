import { useBench } from '../support/bench';
import {
	activeTrigger,
	clearTriggers,
	notificationOf,
	patience,
	type EventWorkflow,
} from '../support/events';

const bench = useBench({ dialect: { timestampDigits: 6 } });
afterEach(clearTriggers);

const all = ['appointment.created', 'appointment.updated', 'appointment.canceled'];
const succeeded = (attempts: Array<{ status?: number }>) =>
	attempts.every(({ status }) => status === 200);

describe('a delivery runs once', () => {
	let workflows: EventWorkflow[];
	/** Books an appointment, whose event both workflows run. */
	const book = async () => {
		const { appointment_key } = bench.service.book();
		await bench.service.deliveries.settled();
		return appointment_key;
	};
	/** Sends it 20 times at once to each workflow, or to the one of this URL. */
	const again = async (key: string, only = '') => {
		const { deliveries } = bench.service;
		for (const delivery of deliveries.of(key).filter(({ url }) => url.startsWith(only))) {
			expect(succeeded(await deliveries.redeliver(delivery, { times: 20 }))).toBe(true);
		}
	};
	const expectRuns = async (keys: string[]) => {
		await Promise.all(workflows.map(async (workflow) => await workflow.runs(keys.length)));
		await patience();
		for (const workflow of workflows) {
			const received = (await workflow.received()).map(({ data }) => data);
			expect(received).toMatchObject(keys.map((appointment_key) => ({ appointment_key })));
			expect(await workflow.executions()).toHaveLength(keys.length);
		}
	};

	test('at once or when finished, after a kill right after its run, and after a restart', async () => {
		const { n8n } = bench;
		const atOnce = await activeTrigger(bench, { events: all, options: { urlSecret: true } });
		const url = atOnce.url();
		const whenFinished = await activeTrigger(bench, {
			events: all,
			options: { respond: 'whenFinished' },
		});
		workflows = [atOnce, whenFinished];
		const keys = [await book(), await book()];
		// A dropped copy after the last run must not cost what the run has saved.
		await again(keys[1]!, whenFinished.url());
		await atOnce.runs(2);

		await n8n.kill();
		await n8n.start();
		for (const key of keys) await again(key);
		await expectRuns(keys);
		expect(atOnce.url()).toBe(url);

		keys.push(await book(), await book());
		await expectRuns(keys);
		await n8n.restart();
		// When finished, a run is remembered once a later run or copy has ended.
		for (const key of keys.slice(0, -1)) await again(key);
		await again(keys.at(-1)!, url);
		await expectRuns(keys);
	});

	test.each(['immediately', 'whenFinished'])(
		'of 20 new copies at once, respond %s',
		async (respond) => {
			const { service } = bench;
			const workflow = await activeTrigger(bench, { events: all, options: { respond } });
			const notification = notificationOf('a-key', { event: 'appointment.updated' });
			const url = workflow.url();

			const copies = Array.from({ length: 20 }, () => service.deliveries.send(url, notification));

			expect(succeeded(await Promise.all(copies))).toBe(true);
			workflows = [workflow];
			await expectRuns(['a-key']);
		},
	);

	test('of 60 different ones at once, each, and none when they are delivered again', async () => {
		const { service } = bench;
		workflows = [await activeTrigger(bench, { events: all })];
		const keys = Array.from({ length: 60 }, () => service.book().appointment_key);
		await service.deliveries.settled();
		await workflows[0]!.runs(60);

		const deliveries = keys.flatMap((key) => service.deliveries.of(key));
		await Promise.all(deliveries.map((delivery) => service.deliveries.redeliver(delivery)));
		await patience();

		const received = (await workflows[0]!.received()).map(({ data }) => JSON.stringify(data));
		expect(received).toHaveLength(60);
		expect(new Set(received).size).toBe(60);
	});
});
