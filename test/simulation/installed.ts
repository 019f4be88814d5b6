import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	Workflow,
} from 'n8n-workflow';

import { additionalData } from '../unit/support/engine/additionalData';
import { newWorkflow, type InstalledNode } from '../unit/support/engine/installedNode';
import {
	fullTypeName,
	loaded,
	nodeTypes,
	noOpType,
	passingOn,
} from '../unit/support/engine/nodeTypes';
import type { Program } from './program';
import type { Running, StoredWorkflow, TriggerNode } from './workflow';

type Work = (execution: string, items: INodeExecutionData[]) => Promise<void>;

/**
 * Puts the triggers of a workflow into a process of n8n.
 * @param work what the workflow does after the trigger
 */
export function install(
	published: StoredWorkflow,
	program: Program,
	running: Running,
	work: Work,
): void {
	const end = passingOn(() => {});
	end.execute = async function (this: IExecuteFunctions) {
		await work(this.getExecutionId(), this.getInputData());
		return [this.getInputData()];
	};
	const types = nodeTypes((type) => {
		const own = [...running.installed.values()].find(({ node }) => node.type === type);
		return own?.nodeType ?? (type === noOpType ? end : undefined);
	});
	const { credentialsHelper } = published;
	for (const { name, className } of published.nodes) {
		const nodeType = loaded(program.node(className));
		const { publicUrl } = published;
		running.installed.set(name, {
			get node() {
				return nodeOf(published, name, running);
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
		});
	}
}

function nodeOf({ credential, nodes }: StoredWorkflow, name: string, running: Running): INode {
	const { parameters } = nodes.find((node) => node.name === name)!;
	return {
		id: `id of ${name}`,
		name,
		type: fullTypeName(running.installed.get(name)!.nodeType),
		typeVersion: 1,
		position: [0, 0],
		webhookId: `path-of-${name.replaceAll(' ', '-')}`,
		parameters,
		credentials: { appointmentSchedulingApi: { id: credential.id, name: 'Account' } },
	};
}

function workflowDataOf(
	published: StoredWorkflow,
	running: Running,
): InstalledNode['workflowData'] {
	const triggers = published.nodes.map(({ name }: TriggerNode) => nodeOf(published, name, running));
	const end = { ...triggers[0]!, id: 'end', name: 'End', type: noOpType, parameters: {} };
	const main = [[{ node: 'End', type: 'main' as const, index: 0 }]];
	return {
		...newWorkflow('workflow'),
		nodes: [...triggers, end],
		connections: Object.fromEntries(triggers.map(({ name }) => [name, { main }])),
		settings: { executionOrder: 'v1', timezone: published.timezone },
	};
}
