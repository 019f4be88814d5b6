import './environment';
import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants';
import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	NodeConnectionTypes,
	NodeHelpers,
	UnexpectedError,
} from 'n8n-workflow';

export type NodeClass = new () => INodeType;

export const noOpType = 'n8n-nodes-base.noOp';

/** What n8n's loader does to a node type of a community package. */
export function loaded(nodeClass: NodeClass): INodeType {
	const nodeType = new nodeClass();
	if (nodeType.description.polling) {
		nodeType.description = {
			...nodeType.description,
			properties: [...commonPollingParameters, ...nodeType.description.properties],
		};
	}
	return nodeType;
}

export const fullTypeName = (nodeType: INodeType): string =>
	`n8n-nodes-appointment-scheduling.${nodeType.description.name}`;

/** A node that hands each batch of items to `receive` and passes it on. */
export const passingOn = (
	receive: (items: INodeExecutionData[]) => Promise<void> | void,
): INodeType => ({
	description: {
		displayName: 'No Operation',
		name: 'noOp',
		group: ['organization'],
		version: 1,
		description: 'Passes items on',
		defaults: { name: 'No Operation' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		const items = this.getInputData();
		await receive(items);
		return [items];
	},
});

/** Node types as n8n knows them. */
export function nodeTypes(find: (name: string) => INodeType | undefined): INodeTypes {
	const getByName = (name: string) => {
		const type = find(name);
		if (!type) throw new UnexpectedError(`Unrecognized node type: ${name}`);
		return type;
	};
	return {
		getByName,
		getByNameAndVersion: (name, version) =>
			NodeHelpers.getVersionedNodeType(getByName(name), version),
		getKnownTypes: () => ({}),
	};
}
