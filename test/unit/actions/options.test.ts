import {
	createRunExecutionData,
	NodeConnectionTypes,
	type INodeProperties,
	type INodeParameters,
	type IExecuteFunctions,
} from 'n8n-workflow';
import { operationProperties } from '../../../nodes/AppointmentScheduling/actions/description/properties';
import { byKey, host, key, nock, run, failureOf, locator } from './support';
import { filterOptions } from '../../../nodes/AppointmentScheduling/parameters/filters';
import '../support/engine/environment';
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { ItemParameters } from '../../../nodes/AppointmentScheduling/actions/itemParameters';
import { installNode } from '../support/engine/installedNode';
import { requestSettings } from '../../../nodes/AppointmentScheduling/actions/options';

const path = `/api/v3/appointments/${key}/`;

const optionsProperties = operationProperties.filter(({ name }) => name === 'options');
const offered = optionsProperties.map(({ options }) => (options ?? []) as INodeProperties[]);

it('every operation has the options of the public interface, those about requests last', () => {
	const common = ['timezone', 'concurrency', 'maxRetries', 'requestInterval', 'timeout'];
	const ofFreeTimes = [
		...['moreCalendars', 'breaks', 'every', 'notice', 'newCalendar', 'bookedDuration'],
	];
	expect(offered.map((options) => options.map(({ name }) => name))).toEqual(
		[[], ofFreeTimes, ['checkSlot', 'duration', 'bookedDuration']].map((own) => [
			...own,
			...common,
		]),
	);
	expect(optionsProperties.map(({ displayOptions }) => displayOptions)).toEqual([
		{ hide: { operation: ['getFreeTimes', 'reschedule'] } },
		{ show: { operation: ['getFreeTimes'] } },
		{ show: { operation: ['reschedule'] } },
	]);
});

it('without Concurrency, no number is given to the client, which finds the best one', () => {
	const unset = { option: () => undefined } as unknown as Parameters<typeof requestSettings>[0];
	expect(requestSettings(unset)).toMatchObject({ concurrency: undefined, maxRetries: 4 });
});

it('empty options count as not set', async () => {
	nock(host).get(path).reply(200, { appointment_key: key });
	const options = { concurrency: '={{ "" }}', timeout: '={{ "" }}', timezone: '' };
	expect((await run('appointment:get', { ...byKey, options })).items).toHaveLength(1);
});

const optionsOf = (operation: string) =>
	operationProperties.find(
		({ name, displayOptions }) =>
			name === 'options' && displayOptions?.show?.operation?.[0] === operation,
	)!.options as INodeProperties[];

/** n8n drops a list of rows that has none, and an empty zone leaves it to the credential. */
const isOptional = ({ type, name }: INodeProperties) =>
	type === 'fixedCollection' || name === 'timezone';

/** What is added does something if it is on, a number or a choice, which the editor shows. */
const isSet = (value: unknown) =>
	value === true || typeof value === 'number' || (typeof value === 'string' && value !== '');

it.each<[string, string, INodeProperties[], INodeParameters]>([
	['filters', 'getAll', filterOptions, {}],
	['options', 'getFreeTimes', optionsOf('getFreeTimes'), { calendar: locator('c') }],
	['options', 'reschedule', optionsOf('reschedule'), {}],
])(
	'each of the %s of %s does something when it is added, or says what it needs',
	async (collection, operation, offered, given) => {
		const unset = offered.filter((property) => !isOptional(property) && !isSet(property.default));
		for (const { name, displayName, default: value } of unset) {
			const parameters = { ...given, [collection]: { [name]: value as string } };
			const { message } = await failureOf(run(`appointment:${operation}`, parameters));
			expect([name, message]).toEqual([name, expect.stringContaining(`'${displayName}': `)]);
		}
		expect(offered.length).toBeGreaterThan(2);
	},
);

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
