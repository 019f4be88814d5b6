import '../support/engine/environment';
import fc from 'fast-check';
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, type IExecuteFunctions } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import {
	parametersOf,
	valueAtPath,
} from '../../../nodes/AppointmentScheduling/actions/core/itemParameters';
import { installNode } from '../support/engine/installedNode';
import { itemsOf } from '../support/engine/nodeTypes';
import { host, locator, nock, run } from './support';

it.each([
	...['$json.missing', '$json.none', '$json.nested', '$json.list', '$json.constructor'],
	...['$json.__proto__.key', '$json.key.length', '$json.key.toUpperCase()', '$json.list[0]'],
	...['$json.key + "x"', '$json.key }}{{ $json.key', '$json', '$("Start").item.json.key'],
])('n8n evaluates %s', (path) => {
	const item = { key: 'a', nested: { deep: 7 }, none: null, list: [1] };
	for (const raw of [`={{ ${path} }}`, { mode: 'key', value: `={{ ${path} }}` }]) {
		expect(valueAtPath(raw, item)).toBeUndefined();
	}
	expect(
		valueAtPath({ mode: '={{ $json.key }}', value: '={{ $json.key }}' }, item),
	).toBeUndefined();
	expect(valueAtPath({ mode: 'key', value: '={{$json.nested.deep}}' }, item)).toEqual({
		mode: 'key',
		value: 7,
	});
});

it('a path into the item has the value that n8n finds', async () => {
	const values = fc.oneof(
		fc.constantFrom('k-1', ' k-2 ', '=k', 0, 12, '', null, true),
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

/** n8n runs tools in two ways. There, $json is the agent's item, and the input holds the model's arguments. */
it.each([
	['a tool that the agent calls', '', NodeConnectionTypes.AiTool, true],
	['a tool that n8n runs for the agent', 'Tool', NodeConnectionTypes.Main, true],
	['a node', '', NodeConnectionTypes.Main, false],
])('%s is recognized, and reads the right item', async (_what, suffix, connectionType, isTool) => {
	const { node, workflow, additionalData } = installNode(AppointmentScheduling, {
		parameters: { resource: 'appointment', operation: 'get', appointment: '={{ $json.key }}' },
		node: { type: `n8n-nodes-appointment-scheduling.appointmentScheduling${suffix}` },
	});
	const running = workflow();
	const own = running.getNode(node.name)!;
	const data = { [connectionType]: [itemsOf([{ key: 'of the input' }])] };
	const items = itemsOf([{ key: 'of the agent' }]);
	const state = [running, own, additionalData(), 'manual', createRunExecutionData(), 0] as const;
	const execution = { node: own, data, source: null };
	const context =
		connectionType === NodeConnectionTypes.AiTool
			? new SupplyDataContext(...state, items, data, connectionType, execution, [])
			: new ExecuteContext(...state, items, data, execution, []);
	await running.expression.acquireIsolate();
	try {
		const parameters = parametersOf(context as unknown as IExecuteFunctions)(0);
		expect(parameters.isTool).toBe(isTool);
		expect(parameters.get('appointment')).toBe(isTool ? 'of the agent' : 'of the input');
	} finally {
		await running.expression.releaseIsolate();
	}
});
