import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { itemsOf, type Execution, type ExecutionError } from './api/executions';
import { request } from '../../support/request';
import type { Instance } from './n8n';
import { actionNodeType, chain, type NodeDraft } from './workflows';

/** A node, by default the package's action node. */
export interface Action extends Partial<NodeDraft> {
	/** What comes in: one item per entry; by default one empty item. */
	items?: IDataObject[];
}

export interface ActionResult {
	/** What left the node, with `pairedItem` and, where it went on after an error, `error`. */
	items: INodeExecutionData[];
	/** The same as plain JSON. */
	output: IDataObject[];
	/** What left it through the error output, with `onError: 'continueErrorOutput'`. */
	failed: INodeExecutionData[];
	/** What ended the execution. */
	error?: ExecutionError;
	execution: Execution;
	/** How long the node itself took. */
	tookMs: number;
}

const nodeName = 'Action';

/** Runs one node in a production execution. */
export async function runAction(
	n8n: Instance,
	{ items: given = [{}], ...node }: Action,
): Promise<ActionResult> {
	const path = randomUUID();
	const { id } = await n8n.api.createWorkflow(
		chain('Action under test', [
			...callWith(path, { responseMode: 'lastNode', responseData: 'noData' }),
			{ name: nodeName, type: actionNodeType, ...node },
		]),
	);
	await n8n.api.activate(id);
	await request(n8n.webhookUrl(path), { method: 'POST', body: { items: given } });
	const [execution] = await n8n.api.executions(id, { includeData: true, limit: 1 });
	if (!execution) throw new Error('The call started no execution');
	const items = itemsOf(execution, nodeName);
	return {
		items,
		output: items.map(({ json }) => json),
		failed: itemsOf(execution, nodeName, 1),
		error: execution.data?.resultData.error,
		execution,
		tookMs: execution.data?.resultData.runData[nodeName]?.at(-1)?.executionTime ?? 0,
	};
}

/** A webhook, and the items of the body that it is called with. */
export const callWith = (path: string, parameters: INodeParameters): NodeDraft[] => [
	{
		name: 'Call',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { path, httpMethod: 'POST', options: {}, ...parameters },
	},
	{
		name: 'Items',
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'body.items', options: {} },
	},
];
