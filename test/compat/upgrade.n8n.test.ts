import type { IDataObject } from 'n8n-workflow';
import { startN8n } from '../n8n/harness';
import { useFixture } from '../n8n/support/fixture';
import { activeTrigger, CREATED, UPDATED } from '../n8n/support/events';
import { Polling } from '../n8n/support/polling';

const UNREACHABLE = 'http://127.0.0.1:9/';
const fixture = useFixture(
	{
		maxPageSize: 3,
		// Long enough for a delivery to be tried until n8n is there again.
		deliveries: { schedule: Array.from({ length: 240 }, () => 1_000) },
	},
	{ n8nFolder: process.env.TEST_OLDER_N8N_FOLDER },
);

test('workflows published in an older n8n continue in this one: nothing runs twice, nothing is forgotten', async () => {
	const { service } = fixture;
	const polling = new Polling(fixture);
	const draft = (minutes: number) =>
		({ status: 'CONFIRMED', start_date: polling.inMinutes(minutes) }) as const;
	const book = (minutes: number) => service.book(draft(minutes)).appointment_key;
	const moved = service.seed(1, draft(500))[0]!.appointment_key;
	const events = [CREATED, UPDATED];
	const workflow = await activeTrigger(fixture, { events });
	await polling.activate('created');
	await polling.activate('rescheduled');
	const webhooks = service.webhooks.list();
	const first = book(600);
	await polling.settle({ created: [first], rescheduled: [] });
	await workflow.runs(1);
	const [delivered] = service.deliveries.of(first);

	const { folder, url } = fixture.n8n;
	await fixture.n8n.stop();
	// n8n responds 200 to anything for a moment of its start, before a delivery reaches a node.
	service.deliveries.options.target = () => UNREACHABLE;
	const second = book(700);
	service.reschedule(moved, polling.inMinutes(800));
	fixture.n8n = await startN8n({ folder, port: Number(new URL(url).port) });
	service.deliveries.options.target = (to) => to;

	await polling.settle({ created: [first, second], rescheduled: [moved] });
	await service.deliveries.settled();
	await service.deliveries.redeliver(delivered!, { times: 5 });
	await workflow.runs(3);
	const received = (await workflow.received()).map(({ event, data }) => [
		event,
		(data as IDataObject).appointment_key,
	]);
	expect(received.sort()).toEqual(
		[
			[CREATED, first],
			[CREATED, second],
			[UPDATED, moved],
		].sort(),
	);
	expect(service.webhooks.list()).toEqual(webhooks);

	await fixture.n8n.api.deactivate(workflow.id);
	expect(service.webhooks.list()).toEqual([]);
});
