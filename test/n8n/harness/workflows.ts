import { randomUUID } from 'node:crypto';
import type { IConnections, IDataObject, INode, INodeParameters, OnError } from 'n8n-workflow';

export const packageName = 'n8n-nodes-appointment-scheduling';
export const actionNodeType = `${packageName}.appointmentScheduling`;
export const triggerNodeType = `${packageName}.appointmentSchedulingTrigger`;
export const pollingTriggerNodeType = `${packageName}.appointmentSchedulingPollingTrigger`;
export const credentialType = 'appointmentSchedulingApi';

/** A workflow as the public API takes it. */
export interface Workflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings: IDataObject;
	staticData?: IDataObject;
}

export interface NodeDraft {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: INodeParameters;
	/** Id of a credential of the package. */
	credentialId?: string;
	/** Of another node. */
	credentials?: INode['credentials'];
	onError?: OnError;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

/** A workflow whose nodes follow one another in the order given. */
export function chain(name: string, drafts: NodeDraft[], settings: IDataObject = {}): Workflow {
	const nodes = drafts.map(toNode);
	const connections: IConnections = {};
	nodes.slice(1).forEach((node, index) => {
		connections[nodes[index]!.name] = {
			main: [[{ node: node.name, type: 'main', index: 0 }]],
		};
	});
	return { name, nodes, connections, settings: { executionOrder: 'v1', ...settings } };
}

function toNode(draft: NodeDraft, index: number): INode {
	const { credentialId, typeVersion = 1, parameters = {}, ...rest } = draft;
	return {
		id: randomUUID(),
		webhookId: randomUUID(),
		position: [index * 220, 0],
		typeVersion,
		parameters,
		...(credentialId
			? { credentials: { [credentialType]: { id: credentialId, name: 'Appointments' } } }
			: {}),
		...rest,
	};
}
