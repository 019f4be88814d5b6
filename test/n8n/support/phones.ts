import type { INode } from 'n8n-workflow';
import type { Workflow } from '../harness';

/** What a client writes by WhatsApp, as Meta delivers it. */
export const written = (from: string, body: string) => ({ messages: [{ from, text: { body } }] });

/** Where messages come in: the address of a Webhook node, or a message that a test run begins with. */
export type Door = { path: string } | { message: object };

/** Messages come from this node, not from Meta. */
export function withDoor({ nodes, connections, ...workflow }: Workflow, door: Door): Workflow {
	const isTest = 'message' in door;
	const take = isTest
		? { type: 'set', typeVersion: 3.4, parameters: rawOf(door.message) }
		: { type: 'splitOut', typeVersion: 1, parameters: { fieldToSplitOut: 'body', options: {} } };
	const start = isTest
		? { type: 'manualTrigger', typeVersion: 1, parameters: {} }
		: {
				type: 'webhook',
				typeVersion: 2,
				webhookId: door.path,
				parameters: { httpMethod: 'POST', path: door.path, options: {} },
			};
	const base = (node: { type: string }) => ({ ...node, type: `n8n-nodes-base.${node.type}` });
	const swapped = (node: INode) =>
		node.name === 'WhatsApp' ? { ...node, ...base(take), disabled: false } : node;
	const added = { id: 'door', name: 'Door', position: [-220, 200], ...base(start) };
	return {
		...workflow,
		nodes: [...nodes.map(swapped), added] as INode[],
		connections: {
			...connections,
			Door: { main: [[{ node: 'WhatsApp', type: 'main', index: 0 }]] },
		},
	};
}

const rawOf = (item: object) => ({ mode: 'raw', jsonOutput: JSON.stringify(item), options: {} });
