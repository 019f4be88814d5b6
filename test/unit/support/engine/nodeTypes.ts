import './environment';
import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants';
import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	NodeConnectionTypes,
	NodeHelpers,
	UnexpectedError,
} from 'n8n-workflow';

export type NodeClass = new () => INodeType;

export const packageName = 'n8n-nodes-appointment-scheduling';
export const manualTriggerType = 'n8n-nodes-base.manualTrigger';
export const noOpType = 'n8n-nodes-base.noOp';

function description(displayName: string, name: string, isTrigger: boolean): INodeTypeDescription {
	return {
		displayName,
		name,
		group: [isTrigger ? 'trigger' : 'organization'],
		version: 1,
		description: displayName,
		defaults: { name: displayName },
		inputs: isTrigger ? [] : [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};
}

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

export function fullTypeName(nodeType: INodeType): string {
	return `${packageName}.${nodeType.description.name}`;
}

/** A node that hands each batch of items to `receive` and passes it on. */
export function passingOn(
	receive: (items: INodeExecutionData[]) => Promise<void> | void,
): INodeType {
	return {
		description: description('No Operation', 'noOp', false),
		async execute(this: IExecuteFunctions) {
			const items = this.getInputData();
			await receive(items);
			return [items];
		},
	};
}

const builtIn: Record<string, INodeType> = {
	[manualTriggerType]: {
		...passingOn(() => {}),
		description: description('Manual Trigger', 'manualTrigger', true),
	},
	[noOpType]: passingOn(() => {}),
};

/** Node types as n8n knows them: those found by `find`, a manual trigger and a node that passes items on. */
export function nodeTypes(
	find: (name: string) => INodeType | undefined = () => undefined,
): INodeTypes {
	const getByName = (name: string) => {
		const type = find(name) ?? builtIn[name];
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

/** Items as a node hands them on, one for each JSON object. */
export function itemsOf(objects: Array<INodeExecutionData['json']>): INodeExecutionData[] {
	return objects.map((json, item) => ({ json, pairedItem: { item } }));
}
