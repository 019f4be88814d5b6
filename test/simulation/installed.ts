import { type IExecuteFunctions, type INodeExecutionData, Workflow } from 'n8n-workflow';

import { additionalData } from '../unit/support/engine/additionalData';
import { newWorkflow } from '../unit/support/engine/installedNode';
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
	{ installed }: Running,
	work: Work,
): void {
	const { credential, credentialsHelper, publicUrl, timezone } = published;
	const end = passingOn(() => {});
	end.execute = async function (this: IExecuteFunctions) {
		await work(this.getExecutionId(), this.getInputData());
		return [this.getInputData()];
	};
	const own = new Map(
		published.nodes.map(({ name, className }) => [name, loaded(program.node(className))]),
	);
	const types = nodeTypes((type) =>
		type === noOpType ? end : [...own.values()].find((one) => fullTypeName(one) === type),
	);
	const nodeOf = ({ name, parameters }: TriggerNode) => ({
		id: `id of ${name}`,
		name,
		type: fullTypeName(own.get(name)!),
		typeVersion: 1,
		position: [0, 0] as [number, number],
		webhookId: `path-of-${name.replaceAll(' ', '-')}`,
		parameters,
		credentials: { appointmentSchedulingApi: { id: credential.id, name: 'Account' } },
	});
	/** With the parameters that are published now. */
	const workflowData = () => {
		const triggers = published.nodes.map(nodeOf);
		const last = { ...triggers[0]!, id: 'end', name: 'End', type: noOpType, parameters: {} };
		const main = [[{ node: 'End', type: 'main' as const, index: 0 }]];
		return {
			...newWorkflow('workflow'),
			nodes: [...triggers, last],
			connections: Object.fromEntries(triggers.map(({ name }) => [name, { main }])),
			settings: { executionOrder: 'v1' as const, timezone },
		};
	};
	for (const [name, nodeType] of own) {
		installed.set(name, {
			get node() {
				return nodeOf(published.nodes.find((node) => node.name === name)!);
			},
			nodeType,
			nodeTypes: types,
			next: () => {},
			credentialsHelper,
			get workflowData() {
				return workflowData();
			},
			additionalData: (more) =>
				additionalData({ credentialsHelper, workflowId: 'workflow', publicUrl, ...more }),
			workflow: (staticData, { active = false } = {}) =>
				new Workflow({
					...structuredClone(workflowData()),
					active,
					nodeTypes: types,
					staticData,
				}),
		});
	}
}
