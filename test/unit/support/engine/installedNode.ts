import './environment';
import { randomUUID } from 'node:crypto';
import {
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

import { AppointmentSchedulingApi } from '../../../../credentials/AppointmentSchedulingApi.credentials';
import { additionalData } from './additionalData';
import { CredentialsHelper } from '../editor/credentialsHelper';
import {
	fullTypeName,
	loaded,
	manualTriggerType,
	type NodeClass,
	nodeTypes,
	noOpType,
	passingOn,
} from './nodeTypes';

export interface NodeOptions {
	parameters?: INodeParameters;
	/** Laid over the default credential; `null` leaves the node without one. */
	credentials?: ICredentialDataDecryptedObject | null;
	/** The workflow's time zone; without one n8n's own (`GENERIC_TIMEZONE`) counts. */
	timezone?: string;
	publicUrl?: string;
	/** Further settings of the node: `onError`, `retryOnFail`, `typeVersion`… */
	node?: Partial<INode>;
}

export const defaultCredentials = {
	baseUrl: 'https://scheduling.example',
	accessToken: 'token-of-the-unit-tests',
	webhookAuthScheme: 'Bearer',
	arrayFormat: 'repeat',
	timezone: 'Europe/Madrid',
};

export const startName = 'Start';
export const endName = 'End';

/** A node in a workflow, together with all that n8n keeps about it. */
export interface InstalledNode {
	node: INode;
	/** Set anew to play a process that loaded the node's code again. */
	nodeType: INodeType;
	nodeTypes: INodeTypes;
	/** Called by the node that follows, with the items that reached it: throw to let it fail. */
	next: (items: INodeExecutionData[]) => Promise<void> | void;
	credentialsHelper: CredentialsHelper;
	workflowData: IWorkflowBase & { id: string };
	additionalData(overrides?: {
		currentNodeParameters?: INodeParameters;
	}): IWorkflowExecuteAdditionalData;
	/** A Workflow object over the stored workflow, as n8n makes one for every call. */
	workflow(staticData?: IDataObject, settings?: { active?: boolean }): Workflow;
}

function plainNode(name: string, type: string): INode {
	return { id: randomUUID(), name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

function connect(...names: string[]): IConnections {
	const connections: IConnections = {};
	names.slice(1).forEach((node, index) => {
		connections[names[index] as string] = { main: [[{ node, type: 'main', index: 0 }]] };
	});
	return connections;
}

/**
 * Puts a node of the given class into a workflow: between a manual trigger and a node that passes
 * items on, or, when it is a trigger itself, at the start.
 */
export function installNode(nodeClass: NodeClass, options: NodeOptions = {}): InstalledNode {
	const nodeType = loaded(nodeClass);
	const credentialType = new AppointmentSchedulingApi();
	const credential = { id: 'credential-1', name: credentialType.displayName };
	const credentialsHelper = new CredentialsHelper(
		credentialType,
		options.credentials === null ? undefined : { ...defaultCredentials, ...options.credentials },
	);
	const node: INode = {
		id: randomUUID(),
		name: nodeType.description.displayName,
		type: fullTypeName(nodeType),
		typeVersion: 1,
		position: [0, 0],
		webhookId: randomUUID(),
		parameters: options.parameters ?? {},
		...(options.credentials === null ? {} : { credentials: { [credentialType.name]: credential } }),
		...options.node,
	};
	const isTrigger = nodeType.description.group.includes('trigger');
	const nodes = [
		...(isTrigger ? [] : [plainNode(startName, manualTriggerType)]),
		node,
		plainNode(endName, noOpType),
	];
	const workflowData: InstalledNode['workflowData'] = {
		...newWorkflow(randomUUID()),
		nodes,
		connections: connect(...nodes.map(({ name }) => name)),
		settings: {
			executionOrder: 'v1',
			...(options.timezone === undefined ? {} : { timezone: options.timezone }),
		},
	};
	const following = passingOn(async (items) => await installed.next(items));
	const types = nodeTypes((name) => {
		if (name === node.type) return installed.nodeType;
		return name === noOpType ? following : undefined;
	});
	const installed: InstalledNode = {
		node,
		nodeType,
		nodeTypes: types,
		next: () => {},
		credentialsHelper,
		workflowData,
		additionalData: (overrides = {}) =>
			additionalData({
				credentialsHelper,
				workflowId: workflowData.id,
				publicUrl: options.publicUrl,
				...overrides,
			}),
		workflow: (staticData, { active = false } = {}) =>
			new Workflow({
				...structuredClone({
					id: workflowData.id,
					name: workflowData.name,
					nodes: workflowData.nodes,
					connections: workflowData.connections,
					settings: workflowData.settings,
				}),
				active,
				nodeTypes: types,
				staticData,
			}),
	};
	return installed;
}

/** What n8n stores of a workflow besides its nodes. */
export const newWorkflow = (id: string) => ({
	id,
	name: 'Appointments',
	active: false,
	activeVersionId: null,
	isArchived: false,
	createdAt: new Date(),
	updatedAt: new Date(),
});
