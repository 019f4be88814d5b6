import '../support/engine/environment';
import fc from 'fast-check';
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, type IExecuteFunctions } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { itemReader } from '../../../nodes/AppointmentScheduling/actions/itemPaths';
import { parametersOf } from '../../../nodes/AppointmentScheduling/actions/parameters';
import { installNode } from '../support/engine/installedNode';
import { itemsOf } from '../support/engine/nodeTypes';
import { host, locator, nock, run } from './support';

const item = {
	key: 'a',
	nested: { deep: 7, flag: false, 'two words': 'b' },
	none: null,
	list: [1],
};

it.each([
	['={{ $json.key }}', 'a'],
	['={{$json.nested.deep}}', 7],
	['={{ $json.nested.flag }}', false],
	['={{ $json["nested"]["two words"] }}', 'b'],
	["={{ $json['key'] }}", 'a'],
])('%s is read without n8n', (expression, value) => {
	expect(itemReader(expression)?.(item)).toBe(value);
});

it.each(['missing', 'none', 'nested', 'list', 'constructor', '__proto__', 'key.length'])(
	'%s of the item has no plain value, so n8n evaluates it',
	(path) => {
		expect(itemReader(`={{ $json.${path} }}`)?.(item)).toBeUndefined();
	},
);

it.each([
	'={{ $json.key.toUpperCase() }}',
	'={{ $json.key + "x" }}',
	'=prefix {{ $json.key }}',
	'={{ $json.list[0] }}',
	'={{ $json }}',
	'={{ $json.key }}{{ $json.key }}',
	'={{ $("Start").item.json.key }}',
])('%s is more than a path, so n8n evaluates it', (expression) => {
	expect(itemReader(expression)).toBeUndefined();
});

it('a path is also read in lists and objects, if everything in them can be', () => {
	const raw = { mode: 'key', value: '={{ $json.key }}', list: ['={{ $json.key }}', 1] };
	expect(itemReader(raw)?.(item)).toEqual({ mode: 'key', value: 'a', list: ['a', 1] });
	expect(itemReader({ ...raw, other: '={{ $json.missing }}' })?.(item)).toBeUndefined();
	expect(itemReader({ ...raw, other: '={{ $now }}' })).toBeUndefined();
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
