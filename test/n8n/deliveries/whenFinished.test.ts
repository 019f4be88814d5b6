import type { Attempt } from '../../stand-in';
import { actionNodeType, eventually, outputOf } from '../harness';
import { useSharedN8n } from '../support/bench';
import {
	activeTrigger,
	clearTriggers,
	CREATED,
	expectRuns,
	notificationOf,
	patience,
} from '../support/events';

const bench = useSharedN8n({ deliveries: { schedule: [200, 400, 800, 1600] } });
afterEach(clearTriggers);

/** A workflow that responds when it has finished, and fails while the service refuses to list its webhooks. */
const dependent = async () =>
	await activeTrigger(
		bench,
		{ events: [CREATED], options: { respond: 'whenFinished' } },
		{
			then: [
				{
					name: 'Look',
					type: actionNodeType,
					credentialId: bench.credentialId,
					parameters: { resource: 'webhook', operation: 'getAll', options: { maxRetries: 0 } },
				},
			],
		},
	);

test('a failed run is answered with an error, and the redelivery runs it again, once', async () => {
	const { service } = bench;
	const workflow = await dependent();
	service.faults.add({ method: 'GET', times: 2, action: { kind: 'respond', status: 400 } });

	const { appointment_key } = service.book();
	await service.deliveries.settled();
	const [delivery] = service.deliveries.of(appointment_key);
	await service.deliveries.redeliver(delivery!, { times: 5 });
	await patience();

	const [first, second, ...others] = delivery!.attempts.map(({ status }) => status!);
	expect([first! >= 400, second! >= 400]).toEqual([true, true]);
	expect(others).toEqual([200, 200, 200, 200, 200, 200]);
	const runs = await workflow.executions();
	expect(runs.map(({ status }) => status).reverse()).toEqual(['error', 'error', 'success']);
	expect(outputOf(runs[0]!, 'Trigger')).toMatchObject([delivery!.notification]);
});

test('copies wait for the run in progress, and get its response', async () => {
	const { service } = bench;
	const workflow = await dependent();
	const fault = service.faults.add({ method: 'GET', action: { kind: 'hold' } });

	const send = () => service.deliveries.send(workflow.url(), notificationOf('slow'));
	const first = send();
	await eventually(() => expect(fault.hits).toBe(1));
	const ended: Attempt[] = [];
	const copies = Array.from({ length: 5 }, async () => ended.push(await send()));
	await patience();
	expect(ended).toEqual([]);
	fault.remove();
	await Promise.all(copies);

	expect([await first, ...ended].map(({ status }) => status)).toEqual(Array(6).fill(200));
	await expectRuns(bench, workflow, 1);
});
