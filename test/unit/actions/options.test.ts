import {
	createRunExecutionData,
	NodeConnectionTypes,
	type INodeProperties,
	type INodeParameters,
	type IExecuteFunctions,
} from 'n8n-workflow';
import '../support/engine/environment';
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { operationProperties } from '../../../nodes/AppointmentScheduling/actions/description/properties';
import { ItemParameters } from '../../../nodes/AppointmentScheduling/actions/itemParameters';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { filterOptions } from '../../../nodes/AppointmentScheduling/parameters/filters';
import { installNode } from '../support/engine/installedNode';
import { byKey, failureOf, run } from './support';

/** What is offered under 'Options', by resource and operation. */
const offered = new Map(
	operationProperties
		.filter(({ name }) => name === 'options')
		.map(({ displayOptions, options }) => [
			[displayOptions?.show?.resource, displayOptions?.show?.operation].flat().join(':'),
			(options ?? []) as INodeProperties[],
		]),
);
const optionsOf = (operation: string) => offered.get(`appointment:${operation}`)!;

it('a tool has all resources but webhooks', () => {
	const ofTools = (isTool: boolean) =>
		operationProperties
			.filter(({ name, displayOptions }) => {
				const { show = {}, hide = {} } = displayOptions ?? {};
				return name === 'resource' && '@tool' in (isTool ? show : hide);
			})
			.flatMap(({ options = [] }) => options.map((one) => 'value' in one && one.value));
	expect(ofTools(false)).toEqual(['appointment', 'calendar', 'service', 'webhook']);
	expect(ofTools(true)).toEqual(['appointment', 'calendar', 'service']);
	const choices = operationProperties.filter(({ name }) => name === 'operation');
	const hidden = choices.filter(({ displayOptions }) => '@tool' in (displayOptions?.hide ?? {}));
	expect(hidden.map(({ displayOptions }) => displayOptions?.show?.resource)).toEqual([['webhook']]);
});

/** What is added does something if it is on, a number or a choice, which the editor shows. */
const isSet = (value: unknown) =>
	value === true ||
	typeof value === 'number' ||
	(Array.isArray(value) && value.length > 0) ||
	(typeof value === 'string' && value !== '');

it.each<[string, string, INodeProperties[], INodeParameters]>([
	['filters', 'getAll', filterOptions, {}],
	['options', 'getAll', optionsOf('getAll'), {}],
	['options', 'get', optionsOf('get'), byKey],
	['options', 'reschedule', optionsOf('reschedule'), { startDate: '2026-05-01T10:00:00Z' }],
])(
	'each of the %s of %s does something when it is added, or says what it needs',
	async (collection, operation, properties, given) => {
		const unset = properties.filter((property) => !isSet(property.default));
		for (const { name, displayName, default: value } of unset) {
			const parameters = { ...given, [collection]: { [name]: value as string } };
			const { message } = await failureOf(run(`appointment:${operation}`, parameters));
			expect([name, message]).toEqual([name, expect.stringContaining(`'${displayName}': `)]);
		}
		expect(unset.length).toBeGreaterThan(0);
	},
);

it('all options of free times do something as they are added', () => {
	expect(optionsOf('getFreeTimes').filter((property) => !isSet(property.default))).toEqual([]);
});

it.each([
	['a tool that the agent calls', '', NodeConnectionTypes.AiTool, true],
	['a tool that n8n runs for the agent', 'Tool', NodeConnectionTypes.Main, true],
	['a node', '', NodeConnectionTypes.Main, false],
])('%s is recognized', (_what, suffix, connectionType, isTool) => {
	const { node, workflow, additionalData } = installNode(AppointmentScheduling, {
		node: { type: `n8n-nodes-appointment-scheduling.appointmentScheduling${suffix}` },
	});
	const running = workflow();
	const own = running.getNode(node.name)!;
	const state = [running, own, additionalData(), 'manual', createRunExecutionData(), 0] as const;
	const execution = { node: own, data: {}, source: null };
	const context =
		connectionType === NodeConnectionTypes.AiTool
			? new SupplyDataContext(...state, [], {}, connectionType, execution, [])
			: new ExecuteContext(...state, [], {}, execution, []);
	const parameters = new ItemParameters(context as unknown as IExecuteFunctions, 0);
	expect(parameters.isTool).toBe(isTool);
});
