import {
	type IDataObject,
	type INodeParameters,
	NodeHelpers,
	traverseNodeParameters,
	type FromAIArgument,
} from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { credentialOf, type Service } from '../../stand-in';
import { executeNode } from './engine/action';
import { installNode } from './engine/installedNode';

const { description } = new AppointmentScheduling();
const toolType = 'n8n-nodes-appointment-scheduling.appointmentSchedulingTool';

/** The parameters as n8n fills them in, for the node or for the tool that n8n makes of it. */
export function filled(
	operation: string,
	isTool: boolean,
	given: INodeParameters = {},
): INodeParameters {
	const { node } = installNode(AppointmentScheduling);
	const type = { ...description, name: isTool ? toolType : description.name };
	const parameters = { resource: 'appointment', operation, ...given };
	return NodeHelpers.getNodeParameters(type.properties, parameters, true, false, node, type) ?? {};
}

/** What n8n asks the model for. */
export function argumentsOf(parameters: INodeParameters): FromAIArgument[] {
	const found: FromAIArgument[] = [];
	traverseNodeParameters(parameters, found);
	return found;
}

/** What a tool answers to a model, with every parameter as the editor sets it. */
export async function callTool(
	service: Service,
	operation: string,
	given: IDataObject,
	parameters: INodeParameters = {},
	credentials: IDataObject = {},
): Promise<{ entries: IDataObject[]; note: string }> {
	const all = filled(operation, true, parameters);
	const unset = argumentsOf(all).flatMap(({ key, defaultValue }) =>
		defaultValue === undefined ? [] : [[key, defaultValue] as const],
	);
	const { items } = await executeNode(AppointmentScheduling, {
		parameters: all,
		items: [{ ...Object.fromEntries(unset), ...given } as IDataObject],
		credentials: { ...credentialOf(service), ...credentials } as never,
		node: { type: toolType },
	});
	const answers = items.map(({ json }) => json);
	const notes = answers.filter((answer) => Object.keys(answer).join() === 'note');
	return {
		entries: answers.filter((answer) => !notes.includes(answer)),
		note: notes.map(({ note }) => String(note)).join(),
	};
}
