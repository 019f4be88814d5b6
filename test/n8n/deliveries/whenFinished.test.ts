import type { Attempt } from '../../stand-in';
import { actionNodeType, outputOf } from '../harness';
import { useSharedN8n } from '../support/bench';
import {
	activeTrigger,
	clearTriggers,
	eventually,
	expectRuns,
	patience,
	type EventWorkflow,
} from '../support/events';

const bench = useSharedN8n({ deliveries: { schedule: [200, 400, 800, 1600] } });
afterEach(clearTriggers);

/** A workflow that responds when it has finished, and fails while the service refuses to list its webhooks. */
async function dependent(): Promise<EventWorkflow> {
	const { n8n, credentialId } = bench;
	const workflow = await activeTrigger(bench, {
		events: ['appointment.created'],
		options: { respond: 'whenFinished' },
	});
	const stored = await n8n.api.getWorkflow(workflow.id);
	const [trigger, received] = stored.nodes;
	const look = {
		...received!,
		name: 'Look',
		id: 'look',
		type: actionNodeType,
		credentials: { appointmentSchedulingApi: { id: credentialId, name: 'Appointments' } },
		parameters: {
			resource: 'webhook',
			operation: 'getAll',
			options: { maxRetries: 0 },
		},
	};
	const connections = {
		Trigger: { main: [[{ node: 'Look', type: 'main' as const, index: 0 }]] },
		Look: { main: [[{ node: 'Received', type: 'main' as const, index: 0 }]] },
	};
	await n8n.api.updateWorkflow(workflow.id, {
		...stored,
		nodes: [trigger!, look, received!],
		connections,
	});
	return workflow;
}

test('a failed run is answered with an error, and the redelivery runs it again, once', async () => {
	const { service, n8n } = bench;
	const workflow = await dependent();
	service.requests.clear();
	service.faults.add({ method: 'GET', times: 2, action: { kind: 'respond', status: 400 } });

	const { appointment_key } = service.book();
	await service.deliveries.settled();
	const [delivery] = service.deliveries.of(appointment_key);
	await service.deliveries.redeliver(delivery!, { times: 5 });
	await patience();

	const statuses = delivery!.attempts.map(({ status }) => status!);
	expect(statuses.slice(0, 3)).toEqual([expect.any(Number), expect.any(Number), 200]);
	expect(statuses.slice(0, 2).every((status) => status >= 400)).toBe(true);
	expect(statuses.slice(3)).toEqual([200, 200, 200, 200, 200]);
	const runs = await n8n.api.executions(workflow.id, { includeData: true });
	expect(runs.map(({ status }) => status).reverse()).toEqual(['error', 'error', 'success']);
	expect(outputOf(runs[0]!, 'Trigger')).toEqual([delivery!.notification]);
});

test('copies wait for the run in progress, and get its response', async () => {
	const { service } = bench;
	const workflow = await dependent();
	const fault = service.faults.add({ method: 'GET', action: { kind: 'hold' } });
	const body = {
		event: 'appointment.created',
		timestamp: '2026-11-21T10:00:00Z',
		data: { appointment_key: 'slow' },
	};

	const send = () => service.deliveries.send(workflow.url(), body);
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
