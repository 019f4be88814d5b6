import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	Workflow,
} from 'n8n-workflow';

import type { CredentialsHelper } from '../unit/support/editor/credentialsHelper';
import { additionalData } from '../unit/support/engine/additionalData';
import { newWorkflow, type InstalledNode } from '../unit/support/engine/installedNode';
import { fullTypeName, nodeTypes, noOpType, passingOn } from '../unit/support/engine/nodeTypes';
import type { Credential, Running, TriggerNode } from './workflow';

/** The workflow as it is published now. */
export interface Published {
	nodes: TriggerNode[];
	credential: Credential;
	readonly credentialsHelper: CredentialsHelper;
	/** The address of n8n. */
	publicUrl: string;
	readonly timezone: string;
}

/**
 * A trigger in a process of n8n.
 * @param work what the workflow does after the trigger
 */
export function install(
	published: Published,
	{ name }: TriggerNode,
	nodeType: INodeType,
	running: Running,
	work: (execution: string, items: INodeExecutionData[]) => Promise<void>,
): InstalledNode {
	const end = passingOn(() => {});
	end.execute = async function (this: IExecuteFunctions) {
		await work(this.getExecutionId(), this.getInputData());
		return [this.getInputData()];
	};
	const types = nodeTypes((type) => {
		const own = [...running.installed.values()].find(({ node }) => node.type === type);
		return own?.nodeType ?? (type === noOpType ? end : undefined);
	});
	const { publicUrl, credentialsHelper } = published;
	return {
		get node() {
			return nodeOf(
				published,
				published.nodes.find((node) => node.name === name)!,
				nodeType,
			);
		},
		nodeType,
		nodeTypes: types,
		next: () => {},
		credentialsHelper,
		get workflowData() {
			return workflowDataOf(published, running);
		},
		additionalData: (more) =>
			additionalData({ credentialsHelper, workflowId: 'workflow', publicUrl, ...more }),
		workflow: (staticData, { active = false } = {}) =>
			new Workflow({
				...structuredClone(workflowDataOf(published, running)),
				active,
				nodeTypes: types,
				staticData,
			}),
	};
}

function nodeOf(
	{ credential }: Published,
	{ name, parameters }: TriggerNode,
	nodeType: INodeType,
): INode {
	return {
		id: `id of ${name}`,
		name,
		type: fullTypeName(nodeType),
		typeVersion: 1,
		position: [0, 0],
		webhookId: `path-of-${name.replaceAll(' ', '-')}`,
		parameters,
		credentials: { appointmentSchedulingApi: { id: credential.id, name: 'Account' } },
	};
}

function workflowDataOf(published: Published, running: Running): InstalledNode['workflowData'] {
	const triggers = published.nodes.map((node) =>
		nodeOf(published, node, running.installed.get(node.name)!.nodeType),
	);
	const end = { ...triggers[0]!, id: 'end', name: 'End', type: noOpType, parameters: {} };
	return {
		...newWorkflow('workflow'),
		nodes: [...triggers, end],
		connections: Object.fromEntries(
			triggers.map(({ name }) => [
				name,
				{ main: [[{ node: 'End', type: 'main' as const, index: 0 }]] },
			]),
		),
		settings: { executionOrder: 'v1', timezone: published.timezone },
	};
}
