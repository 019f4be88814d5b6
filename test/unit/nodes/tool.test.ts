import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { installNode } from '../support/engine/installedNode';

const { description } = new AppointmentScheduling();
const toolType = 'n8n-nodes-appointment-scheduling.appointmentSchedulingTool';

/** The parameters as n8n fills them in, for the node or for the tool that n8n makes of it. */
function filled(operation: string, asTool: boolean, given: INodeParameters = {}): INodeParameters {
	const { node } = installNode(AppointmentScheduling);
	const type = { ...description, name: asTool ? toolType : description.name };
	const parameters = { resource: 'appointment', operation, ...given };
	return NodeHelpers.getNodeParameters(type.properties, parameters, true, false, node, type) ?? {};
}

it.each<[string, boolean, INodeParameters]>([
	['getAll', false, { returnAll: false, limit: 50, simplify: false }],
	['getAll', true, { when: 'anyTime', limit: 50, simplify: true }],
	['get', false, { simplify: false }],
	['get', true, { simplify: true }],
	['getFreeTimes', false, { when: 'next7Days', returnAll: false, limit: 50 }],
	['cancel', false, { sendEmail: 'serviceDefault' }],
	['cancel', true, { sendEmail: 'no' }],
])('%s (as a tool: %s) has the defaults %j', (operation, asTool, defaults) => {
	const parameters = filled(operation, asTool);
	expect(parameters).toMatchObject(defaults);
	expect('returnAll' in parameters).toBe('returnAll' in defaults);
});

it('values that were chosen for the tool are kept', () => {
	expect(filled('cancel', true, { sendEmail: 'yes' })).toMatchObject({ sendEmail: 'yes' });
	expect(filled('getAll', true, { simplify: false })).toMatchObject({ simplify: false });
});
