import './environment';
import { randomUUID } from 'node:crypto';
import {
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IWorkflowBase,
	Workflow,
} from 'n8n-workflow';

import { AppointmentSchedulingApi } from '../../../../credentials/AppointmentSchedulingApi.credentials';
import { CredentialsHelper } from '../editor/credentialsHelper';
import { additionalData } from './additionalData';
import { fullTypeName, loaded, type NodeClass, nodeTypes, noOpType, passingOn } from './nodeTypes';

export interface NodeOptions {
	parameters?: INodeParameters;
	/** Laid over the default credential; `null` leaves the node without one. */
	credentials?: ICredentialDataDecryptedObject | null;
	/** The workflow's time zone; without one n8n's own (`GENERIC_TIMEZONE`) counts. */
	timezone?: string;
	/** The address n8n is reached at, with a slash at its end. */
	publicUrl?: string;
	/** Further settings of the node: `onError`, `retryOnFail`, `typeVersion`… */
	node?: Partial<INode>;
}

let tests = 0;
beforeEach(() => void (tests += 1));

/** Each test has an account of its own, because the nodes remember how much an account takes. */
export const defaultCredentials = {
	baseUrl: 'https://scheduling.example',
	get accessToken() {
		return `token-of-the-unit-tests-${tests}`;
	},
	webhookAuthScheme: 'Bearer',
	timezone: 'Europe/Madrid',
};

export const endName = 'End';

/** A node in a workflow, together with all that n8n keeps about it. */
export type InstalledNode = ReturnType<typeof installNode>;

const plainNode = (name: string): INode => ({
	id: randomUUID(),
	name,
	type: noOpType,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
});

/** Puts a node of the given class before one that passes items on. */
export function installNode(nodeClass: NodeClass, options: NodeOptions = {}) {
	const own = {
		nodeType: loaded(nodeClass),
		/** Called by the node that follows, with the items that reached it: throw to let it fail. */
		next: (_items: INodeExecutionData[]): Promise<void> | void => {},
	};
	const { description } = own.nodeType;
	const { credentials, parameters = {}, publicUrl, timezone } = options;
	const credentialType = new AppointmentSchedulingApi();
	const credentialsHelper = new CredentialsHelper(
		credentialType,
		credentials === null ? undefined : { ...defaultCredentials, ...credentials },
	);
	const credential = { id: 'credential-1', name: credentialType.displayName };
	const node: INode = {
		...plainNode(description.displayName),
		type: fullTypeName(own.nodeType),
		webhookId: randomUUID(),
		parameters,
		...(credentials !== null && { credentials: { [credentialType.name]: credential } }),
		...options.node,
	};
	const main: IConnections[string]['main'] = [[{ node: endName, type: 'main', index: 0 }]];
	const workflowData: IWorkflowBase & { id: string } = {
		...newWorkflow(randomUUID()),
		nodes: [node, plainNode(endName)],
		connections: { [node.name]: { main } },
		settings: { executionOrder: 'v1', ...(timezone !== undefined && { timezone }) },
	};
	const following = passingOn(async (items) => await own.next(items));
	const types = nodeTypes((name) => {
		if (name === node.type) return own.nodeType;
		return name === noOpType ? following : undefined;
	});
	return Object.assign(own, {
		node,
		nodeTypes: types,
		credentialsHelper,
		workflowData,
		additionalData: () =>
			additionalData({ credentialsHelper, workflowId: workflowData.id, publicUrl }),
		/** A Workflow object over the stored workflow, as n8n makes one for every call. */
		workflow: (staticData?: IDataObject, { active = false }: { active?: boolean } = {}) =>
			new Workflow({ ...structuredClone(workflowData), active, nodeTypes: types, staticData }),
	});
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
