import { Workflow, type INodeParameters, type INodeProperties, type INodeType } from 'n8n-workflow';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { AppointmentSchedulingPollingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingPollingTrigger.node';
import { AppointmentSchedulingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { installNode } from '../support/engine/installedNode';
import { argumentsOf, filled } from '../support/tool';

/** Evaluates an expression of a node's description, as the editor does. */
async function shown(
	nodeClass: new () => INodeType,
	expression: string | undefined,
	parameters: INodeParameters,
): Promise<unknown> {
	const { node, nodeTypes } = installNode(nodeClass, { parameters });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	await workflow.expression.acquireIsolate();
	try {
		const own = workflow.getNode(node.name)!;
		return workflow.expression.getSimpleParameterValue(own, expression, 'internal', {}, undefined);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

const [action, trigger, polling] = [
	AppointmentScheduling,
	AppointmentSchedulingTrigger,
	AppointmentSchedulingPollingTrigger,
];
const hours = (leadTime: number) => ({ leadTime, leadTimeUnit: 'hours' });
const leadTimes = [hours(24), {}, hours(24), { leadTime: 30, leadTimeUnit: 'minutes' }];
const options = { moreLeadTimes: { leadTimes } };

it.each<[new () => INodeType, INodeParameters, string]>([
	[action, { resource: 'appointment', operation: 'getAll' }, 'Get Many Appointments'],
	[action, { resource: 'appointment', operation: 'getFreeTimes' }, 'Get Free Times'],
	[action, { resource: 'appointment', operation: 'updateStatus' }, 'Update Appointment Status'],
	[action, { resource: 'calendar', operation: 'getAll' }, 'Get Many Calendars'],
	[action, { resource: 'webhook', operation: 'delete' }, 'Delete Webhook'],
	[trigger, { events: ['appointment.created', 'appointment.canceled'] }, 'Created, Canceled'],
	[trigger, { events: "={{ ['appointment.updated'] }}" }, 'Updated'],
	[trigger, { events: ['appointment.created'], registration: 'manual' }, 'Created (by hand)'],
	[trigger, { events: "={{ ['CREATED'] }}" }, 'CREATED'],
	[polling, { event: 'startsSoon', ...hours(24) }, '24 h before start'],
	[polling, { event: 'startsSoon', leadTime: 1, leadTimeUnit: 'days' }, '1 day before start'],
	[
		polling,
		{ event: 'startsSoon', ...hours(48), options },
		'48 h, 24 h, 2 h and 30 min before start',
	],
	[polling, { event: 'statusChanged' }, 'Status Changed'],
])('%p with %j reads "%s" on the canvas', async (nodeClass, parameters, text) => {
	const { subtitle } = new nodeClass().description;
	expect(await shown(nodeClass, subtitle, parameters)).toBe(text);
});

it.each<[string, boolean, INodeParameters]>([
	['getAll', false, { when: 'anyTime', returnAll: false, limit: 50, simplify: false, filters: {} }],
	['getAll', true, { limit: 50, simplify: true }],
	['get', false, { simplify: false }],
	['get', true, { simplify: true }],
	['getFreeTimes', false, { when: 'next7Days', returnAll: false, limit: 50 }],
	['create', false, { checkSlot: true, attendees: { attendee: [{ name: '' }] } }],
	['cancel', false, { sendEmail: 'serviceDefault' }],
	['cancel', true, { sendEmail: 'no' }],
])('%s (as a tool: %s) has the defaults %j', (operation, isTool, defaults) => {
	const parameters = filled(operation, isTool);
	expect(parameters).toMatchObject(defaults);
	expect('returnAll' in parameters).toBe('returnAll' in defaults);
});

it('as a tool, filters that are no text keep their default, because the model would give a text', () => {
	const { properties } = new AppointmentScheduling().description;
	const ofTools = properties.filter(
		({ name, displayOptions }) => name === 'filters' && '@tool' in (displayOptions?.show ?? {}),
	);
	const offered = ofTools.flatMap(({ options }) => (options ?? []) as INodeProperties[]);
	const fixed = offered.filter((one) => !String(JSON.stringify(one.default)).includes('$fromAI'));
	expect(fixed.map(({ name }) => name)).toEqual(['isCancelled', 'serviceKeys', 'status']);
});

const days = ['When', 'Day', 'From', 'To'];

it.each([
	['getAll', {}, [...days, 'Name']],
	['getAll', { when: 'today' }, ['Name']],
	['getAll', { when: 'onDate', filters: {} }, ['Day']],
	['getFreeTimes', {}, ['Calendar', ...days, 'Service']],
	['create', {}, ['Calendar', 'Start_Date', 'Name', 'Phone', 'Email', 'Service']],
	['reschedule', {}, ['Appointment', 'Start_Date']],
	['cancel', {}, ['Appointment']],
])(
	'as a tool, %s with %j asks the model for %j, and says what that is',
	(name, given, expected) => {
		const found = argumentsOf(filled(name, true, given));
		expect(found.map(({ key }) => key)).toEqual(expected);
		for (const { description } of found) expect(description).not.toBe('');
	},
);

it.each([action, trigger, polling])(
	'no rule of what %p shows is undefined, because n8n 1 reads each',
	(nodeClass) => {
		const { properties } = new nodeClass().description;
		const broken = properties.filter(({ displayOptions = {} }) =>
			Object.values(displayOptions).includes(undefined),
		);
		expect(broken).toEqual([]);
	},
);
