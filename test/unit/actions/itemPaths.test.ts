import '../support/engine/environment';
import fc from 'fast-check';
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, type IExecuteFunctions } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { valueAtPaths } from '../../../nodes/AppointmentScheduling/actions/itemPaths';
import { parametersOf } from '../../../nodes/AppointmentScheduling/actions/parameters';
import { installNode } from '../support/engine/installedNode';
import { itemsOf } from '../support/engine/nodeTypes';
import { host, locator, nock, run } from './support';

const item = { key: 'a', nested: { deep: 7, flag: false }, none: null, list: [1] };

it.each([
	['={{$json.nested.deep}}', 7],
	['={{ $json.nested.flag }}', false],
	[
		['={{ $json.key }}', 1],
		['a', 1],
	],
	[
		{ mode: 'key', value: '={{ $json.key }}' },
		{ mode: 'key', value: 'a' },
	],
])('%j is read without n8n', (raw, value) => {
	expect(valueAtPaths(raw, item)).toEqual(value);
});

it.each([
	...['$json.missing', '$json.none', '$json.nested', '$json.list', '$json.constructor'],
	...['$json.__proto__.key', '$json.key.length', '$json.key.toUpperCase()', '$json.list[0]'],
	...['$json.key + "x"', '$json.key }}{{ $json.key', '$json', '$("Start").item.json.key'],
])('n8n evaluates %s', (path) => {
	for (const raw of [`={{ ${path} }}`, { mode: 'key', value: `={{ ${path} }}` }]) {
		expect(valueAtPaths(raw, item)).toBeUndefined();
	}
});

it('a path into the item has the value that n8n finds', async () => {
	const values = fc.oneof(
		fc.constantFrom('k-1', ' k-2 ', 0, 12, '', null, true),
		fc.string({ maxLength: 5 }),
		fc.record({ inner: fc.string() }),
	);
	await fc.assert(
		fc.asyncProperty(values, async (key) => {
			const outcome = async (value: string) => {
				const requests: string[] = [];
				nock(host)
					.get(/.*/)
					.reply(200, (uri) => ({ appointment_key: requests.push(uri) }));
				const options = { items: [{ key }], continueOnFail: true };
				const { items } = await run('appointment:get', { appointment: locator(value) }, options);
				nock.cleanAll();
				return { items, requests };
			};
			expect(await outcome('={{ $json.key }}')).toEqual(await outcome('={{ ($json.key) }}'));
		}),
		{ numRuns: 30 },
	);
});

/** The input holds the model's arguments, and $json is the agent's item. n8n runs tools in two ways. */
it.each([
	['a tool that the agent calls', '', NodeConnectionTypes.AiTool, 'of the agent'],
	['a tool that n8n runs for the agent', 'Tool', NodeConnectionTypes.Main, 'of the agent'],
	['a node', '', NodeConnectionTypes.Main, 'of the input'],
])('an expression in %s reads the right item', async (_what, suffix, connectionType, expected) => {
	const appointment = { __rl: true, mode: 'key', value: '={{ $json.key }}' };
	const { node, workflow, additionalData } = installNode(AppointmentScheduling, {
		parameters: { resource: 'appointment', operation: 'get', appointment },
		node: { type: `n8n-nodes-appointment-scheduling.appointmentScheduling${suffix}` },
	});
	const running = workflow();
	const own = running.getNode(node.name)!;
	const data = { [connectionType]: [itemsOf([{ key: 'of the input' }])] };
	const runData = createRunExecutionData();
	const state = [running, own, additionalData(), 'manual', runData, 0] as const;
	const agentsItem = itemsOf([{ key: 'of the agent' }]);
	const execution = { node: own, data, source: null };
	const context =
		connectionType === NodeConnectionTypes.AiTool
			? new SupplyDataContext(...state, agentsItem, data, connectionType, execution, [])
			: new ExecuteContext(...state, agentsItem, data, execution, []);
	await running.expression.acquireIsolate();
	try {
		const parameters = parametersOf(context as unknown as IExecuteFunctions)(0);
		expect(parameters.get('appointment')).toMatchObject({ value: expected });
	} finally {
		await running.expression.releaseIsolate();
	}
});
