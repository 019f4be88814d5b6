import type { IDataObject, INode } from 'n8n-workflow';
import { chain, type Workflow } from '../harness';

/**
 * An agent whose tool acts on the item that the agent gets. The tool also asks the model for an
 * argument that has the name of the field.
 */
export function askingForKey(
	front: Workflow,
	typeVersion: number,
	value: string,
	item: IDataObject,
): Workflow {
	const sendEmail = "={{ $fromAI('key', 'Key of the appointment') ? 'no' : 'yes' }}";
	const appointment = { __rl: true, mode: 'key', value };
	const edited: Record<string, Partial<INode>> = {
		'Front Desk Agent': { typeVersion },
		Cancel: {
			parameters: { resource: 'appointment', operation: 'cancel', appointment, sendEmail },
		},
	};
	const edit = {
		name: 'Edit Fields',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify(item), includeOtherFields: true },
	};
	return {
		...front,
		nodes: [
			...front.nodes.map((node) => ({ ...node, ...edited[node.name] })),
			...chain('', [edit]).nodes,
		],
		connections: {
			...front.connections,
			Chat: { main: [[{ node: edit.name, type: 'main', index: 0 }]] },
			[edit.name]: front.connections.Chat!,
			Cancel: front.connections['Find by Name']!,
		},
	};
}
