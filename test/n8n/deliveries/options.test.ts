import type { INodeParameters } from 'n8n-workflow';
import { actionNodeType, outputOf, type NodeDraft } from '../harness';
import { useSharedN8n } from '../support/fixture';
import {
	activeTrigger,
	clearTriggers,
	CREATED,
	expectRuns,
	notificationOf,
} from '../support/events';

// Every option: test/unit/webhookTrigger.
const fixture = useSharedN8n();
afterEach(clearTriggers);

async function start(options: INodeParameters, then: NodeDraft[] = []) {
	const workflow = await activeTrigger(fixture, { events: [CREATED], options }, { then });
	const url = workflow.url();
	return {
		...workflow,
		send: async (key: string, more: object = {}, to = url) =>
			await fixture.service.deliveries.send(to, notificationOf(key, more)),
	};
}

test('without de-duplication every delivery runs, with a URL Secret only at the registered URL', async () => {
	const { deliveries } = fixture.service;
	const workflow = await start({ deduplicate: false, urlSecret: true });
	const [path, secret] = workflow.url().split('?secret=') as [string, string];

	for (const query of ['', '?secret=wrong', '?secret=a&secret=b', '?secret[a]=b']) {
		for (const sent of [notificationOf('key'), { not: 'a notification' }]) {
			const answer = await deliveries.send(path + query, sent);
			expect([answer.status, answer.body]).toEqual([404, '{"message":"Not found"}']);
		}
	}
	for (let time = 0; time < 2; time += 1) {
		expect((await workflow.send('key')).status).toBe(200);
	}

	await expectRuns(fixture, workflow, 2);
	expect(JSON.stringify(await workflow.executions())).not.toContain(secret);
});

test('Respond When Finished: a failed run is answered with an error, and the redelivery runs it again, once', async () => {
	const { service, credentialId } = fixture;
	// It fails while the service refuses to list its webhooks.
	const parameters = { resource: 'webhook', operation: 'getAll', options: { maxRetries: 0 } };
	const look = { name: 'Look', type: actionNodeType, credentialId, parameters };
	const workflow = await start({ respond: 'whenFinished' }, [look]);
	service.faults.add({ method: 'GET', times: 2, action: { kind: 'respond', status: 400 } });

	const { appointment_key } = service.book();
	await service.deliveries.settled();
	const [delivery] = service.deliveries.of(appointment_key);
	await service.deliveries.redeliver(delivery!, { times: 5 });

	const [first, second, ...others] = delivery!.attempts.map(({ status }) => status!);
	expect([first! >= 400, second! >= 400]).toEqual([true, true]);
	expect(others).toEqual([200, 200, 200, 200, 200, 200]);
	const runs = await workflow.runs(3);
	expect(runs.map(({ status }) => status).reverse()).toEqual(['error', 'error', 'success']);
	expect(outputOf(runs[0]!, 'Trigger')).toMatchObject([delivery!.notification]);
});
