import type { INodeParameters } from 'n8n-workflow';
import { actionNodeType, chain, runAction, type Action } from '../harness';
import { useSharedN8n } from '../support/bench';
import { keysOf, locator } from '../support/dialects';
import { eventually, patience } from '../support/events';

const bench = useSharedN8n({ dialect: 'plain' });

const get: INodeParameters = {
	resource: 'appointment',
	operation: 'get',
	appointment: locator('={{ $json.key }}'),
};
const items = () => bench.service.appointments.list().map(({ appointment_key: key }) => ({ key }));
const run = async (parameters: INodeParameters, action: Partial<Action> = {}) =>
	await runAction(bench.n8n, {
		...{ parameters, credentialId: bench.credentialId, items: items() },
		...action,
	});

beforeAll(() => void bench.service.seed(500));
beforeEach(() => {
	bench.service.speak('plain');
	bench.service.requests.clear();
	bench.service.inFlight.reset();
});

describe('500 items', () => {
	const weather = [
		['a service that takes 4 at a time (429)', { capacity: 4, latency: 5 }],
		[
			'a quota that says when to come again (429)',
			{ quota: 40, quotaMs: 800, retryAfterSeconds: 1 },
		],
		['one that fails every fifth answer (502)', { failEvery: 5, failStatus: 502 }],
		[
			'a gateway that gives up beyond 24 at a time (504)',
			{ capacity: 24, latency: 20, overload: 504, overloadMs: 100 },
		],
	] as const;

	test.each(weather)('are all returned, in order, by %s', async (_, dialect) => {
		bench.service.speak(dialect);

		const { output, error, items: made } = await run(get);

		expect(error).toBeUndefined();
		expect(keysOf(output)).toEqual(keysOf(bench.service.appointments.list()));
		expect(made.map(({ pairedItem }) => pairedItem)).toEqual(made.map((_item, item) => ({ item })));
		// A busy machine may stay within the quota.
		expect(bench.service.requests.total).toBeGreaterThan('quota' in dialect ? 499 : 500);
		expect(bench.service.inFlight.max).toBeLessThanOrEqual(64);
		if ('capacity' in dialect) expect(bench.service.requests.total).toBeLessThanOrEqual(560);
	});

	test('are each changed once if the service fails every fifth response (503)', async () => {
		bench.service.speak({ failEvery: 5, failStatus: 503 });

		const change = { ...get, operation: 'updateStatus', status: 'IN_PROGRESS' };
		const { output, error } = await run(change);

		expect(error).toBeUndefined();
		expect(keysOf(output)).toEqual(keysOf(bench.service.appointments.list()));
		expect(bench.service.matching({ status: 'IN_PROGRESS' })).toHaveLength(500);
		expect(bench.service.inFlight.max).toBeLessThanOrEqual(16);
	});

	test('end at once if a daily quota is used up, with the time at which it ends', async () => {
		bench.service.speak({ quota: 100, quotaMs: 3_600_000, retryAfterSeconds: 7_200 });

		const { output, tookMs } = await run(get, { onError: 'continueRegularOutput' });

		const failed = output.filter(({ error }) => error !== undefined);
		expect(failed).toHaveLength(400);
		expect(failed[0]).toMatchObject({
			error: expect.stringContaining('(429)'),
			details: { description: expect.stringMatching(/asks to wait until \d{4}-\d\d-\d\d .* UTC/) },
		});
		expect(bench.service.requests.total).toBeLessThanOrEqual(164);
		expect(tookMs).toBeLessThan(60_000);
	});
});

const refusals = [
	[401, 'The service did not accept the access token (401)'],
	[403, 'The access token is not allowed to do this (403)'],
] as const;
test.each(refusals)('%i stops a run of 1,000 items at once', async (status, title) => {
	const { faults, requests } = bench.service;
	const fault = faults.add({ action: { kind: 'respond', status, body: { detail: 'No.' } } });

	const { error, output } = await run(get, { items: [...items(), ...items()] });
	fault.remove();

	expect(error!.message).toBe(`${title}: No.`);
	expect(output).toEqual([]);
	expect(requests.total).toBeLessThanOrEqual(16);
});

test('a stopped execution sends no more requests', async () => {
	const { n8n, service, credentialId } = bench;
	const { id } = await n8n.api.createWorkflow(
		chain('To be stopped', [
			{
				name: 'Call',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				parameters: { path: 'to-be-stopped', httpMethod: 'POST', options: {} },
			},
			{
				name: 'Items',
				type: 'n8n-nodes-base.splitOut',
				parameters: { fieldToSplitOut: 'body.items', options: {} },
			},
			{ name: 'Action', type: actionNodeType, credentialId, parameters: get },
		]),
	);
	await n8n.api.activate(id);
	const held = service.faults.add({ action: { kind: 'hold' } });
	await n8n.http.request(n8n.webhookUrl('to-be-stopped'), {
		method: 'POST',
		body: { items: items() },
	});
	await eventually(() => expect(held.hits).toBeGreaterThanOrEqual(16));
	const [running] = await n8n.api.executions(id, { status: 'running' });

	await n8n.api.stopExecution(running!.id);
	const asked = service.requests.total;
	held.remove();
	expect((await n8n.api.waitForExecution(running!.id)).status).toBe('canceled');
	await patience();

	expect(service.requests.total).toBe(asked);
	expect(asked).toBeLessThan(500);
	await n8n.api.deactivate(id);
});

test('requests keep to the concurrency and the interval of the options', async () => {
	bench.service.speak({ latency: 20 });

	const options = { concurrency: 3, requestInterval: 30 };
	await run({ ...get, options }, { items: items().slice(0, 30) });

	expect(bench.service.inFlight.max).toBeLessThanOrEqual(3);
	const { entries } = bench.service.requests;
	// Three at once without an interval take 200 ms, and 29 intervals 870 ms.
	expect(entries.at(-1)!.startedAt - entries[0]!.startedAt).toBeGreaterThan(500);
});
