import type { INodeParameters } from 'n8n-workflow';
import { useSharedN8n } from '../support/bench';
import { locator } from '../support/actions';
import { activeTrigger, clearTriggers, expectRuns, notificationOf } from '../support/events';

// Every option: test/unit/webhookTrigger.
const bench = useSharedN8n({ deliveries: { schedule: [200, 400, 800, 1600] } });
afterEach(clearTriggers);

const start = async (options: INodeParameters) => {
	const workflow = await activeTrigger(bench, { events: ['appointment.created'], options });
	const url = workflow.url();
	return {
		...workflow,
		send: async (key: string, more: object = {}, to = url) =>
			await bench.service.deliveries.send(to, notificationOf(key, more)),
	};
};

test('only selected kinds run, and calendar and status filters let through what matches or is unknown', async () => {
	const [one, two] = bench.service.seed(2);
	const own = { calendar_key: one!.calendar.calendar_key };
	const other = { calendar_key: two!.calendar.calendar_key };
	const calendar = locator(own.calendar_key);
	const workflow = await start({ calendar, status: ['CONFIRMED', 'PENDING'] });
	const sent = {
		matches: { calendar: own, status: 'PENDING' },
		'other calendar': { calendar: other, status: 'PENDING' },
		'other status': { calendar: own, status: 'CANCELED' },
		unknown: {},
	};

	for (const [appointment_key, data] of Object.entries(sent)) {
		const { status } = await workflow.send('', { data: { appointment_key, ...data } });
		expect(status).toBe(200);
	}
	expect((await workflow.send('key', { event: 'appointment.updated' })).status).toBe(200);

	await expectRuns(bench, workflow, 2);
	expect(await workflow.received()).toMatchObject([
		{ data: { appointment_key: 'matches' } },
		{ data: { appointment_key: 'unknown' } },
	]);
});

test('without de-duplication, and of changes without a timestamp, every delivery runs', async () => {
	const workflow = await start({ deduplicate: false });
	for (let time = 0; time < 2; time += 1) await workflow.send('key');
	await expectRuns(bench, workflow, 2);
	await workflow.save({ events: ['appointment.updated'] });

	const change = { event: 'appointment.updated', timestamp: undefined };
	for (let time = 0; time < 2; time += 1) await workflow.send('key', change);
	for (let time = 0; time < 2; time += 1) await workflow.send('key', { ...change, data: null });

	await expectRuns(bench, workflow, 6);
});

test('URL Secret: only the registered URL runs, and the answer tells nothing', async () => {
	const { deliveries } = bench.service;
	const workflow = await start({ urlSecret: true });
	const [path, secret] = workflow.url().split('?secret=') as [string, string];

	for (const query of ['', '?secret=wrong', '?secret=a&secret=b', '?secret[a]=b']) {
		for (const sent of [notificationOf('key'), { not: 'a notification' }]) {
			const answer = await deliveries.send(path + query, sent);
			expect([answer.status, answer.body]).toEqual([404, '{"message":"Not found"}']);
		}
	}
	expect((await workflow.send('key')).status).toBe(200);

	await expectRuns(bench, workflow, 1);
	expect(JSON.stringify(await workflow.executions())).not.toContain(secret);
});
