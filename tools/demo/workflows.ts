import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
	actionNodeType,
	chain,
	triggerNodeType,
	type N8nApi,
	type Workflow,
} from '../../test/n8n/harness';
import { root } from '../../test/n8n/harness/paths';
import { example } from '../../test/n8n/support/examples';
import { viaGateway } from '../../test/n8n/support/gateway';
import { zone } from './standIn';

/** Nobody who looks at the demo waits minutes for a poll. */
const item = [0, 10, 20, 30, 40, 50].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));
const soon = { pollTimes: { item } };
const parameters = { 'Starts in a Day': soon, 'Visit Ended': soon, Canceled: soon };

const own = (credentialId: string): Record<string, Workflow> => {
	const sentence =
		'={{ $json.appointment.person_name }}: {{ $json.event }}, {{ $json.appointment.status }}, ' +
		'{{ $json.start.weekday }} {{ $json.start.date }} at {{ $json.start.time }}';
	const assignments = [{ id: 'sentence', name: 'sentence', type: 'string', value: sentence }];
	const events = ['appointment.created', 'appointment.canceled', 'appointment.updated'];
	const calendar = { __rl: true, mode: 'key', value: '={{ $json.body.calendar }}' };
	const attendee = [{ name: '={{ $json.body.name }}', phone: '={{ $json.body.phone }}' }];
	return {
		events: chain('Appointment events', [
			{
				name: 'Appointment events',
				type: triggerNodeType,
				credentialId,
				parameters: { events },
			},
			{
				name: 'In one sentence',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { assignments: { assignments }, options: {} },
			},
		]),
		book: chain('Front desk: book', [
			{
				name: 'A client calls',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				parameters: { httpMethod: 'POST', path: 'book', responseMode: 'lastNode', options: {} },
			},
			{
				name: 'Create',
				type: actionNodeType,
				credentialId,
				parameters: {
					resource: 'appointment',
					operation: 'create',
					calendar,
					startDate: '={{ $json.body.start }}',
					attendees: { attendee },
				},
			},
		]),
	};
};

const TO_CHOOSE = /Choose your WhatsApp credential, the sender and your template in/;

/** In the demo, nothing of WhatsApp has to be chosen. */
function withOwnNote({ nodes, ...workflow }: Workflow): Workflow {
	const noted = nodes.map((node) => {
		const { content } = node.parameters;
		if (typeof content !== 'string') return node;
		const own = content.replace(TO_CHOOSE, "Nothing: the demo's own gateway stands in");
		return { ...node, parameters: { ...node.parameters, content: own } };
	});
	return { ...workflow, nodes: noted };
}

/** Imports the demo's own workflows, and those of docs/examples. Returns their ids by name or file. */
export async function importWorkflows(api: N8nApi, credentialId: string, gateway: string) {
	const workflows = own(credentialId);
	const folder = join(root, 'docs/examples');
	for (const file of readdirSync(folder)) {
		const credentials = { appointmentSchedulingApi: credentialId };
		const workflow = example(file, { credentials, parameters, timezone: zone });
		workflows[file] = withOwnNote(viaGateway(workflow, gateway));
	}
	const ids: Record<string, string> = {};
	for (const [name, workflow] of Object.entries(workflows)) {
		ids[name] = (await api.createWorkflow(workflow)).id;
	}
	return ids;
}
