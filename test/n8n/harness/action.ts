import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeExecutionData, INodeParameters, OnError } from 'n8n-workflow';
import { itemsOf, type Execution, type ExecutionError } from './api/executions';
import { request } from '../../support/request';
import type { Instance } from './n8n';
import { actionNodeType, chain, type NodeDraft } from './workflows';

export interface Action {
	parameters: INodeParameters;
	credentialId?: string;
	/** What comes in: one item per entry; by default one empty item. */
	items?: IDataObject[];
	/** Default `stopWorkflow`: the error ends the execution. */
	onError?: OnError;
	/** n8n's Retry On Fail, with three tries. */
	retryOnFail?: boolean;
	/** The workflow's time zone. */
	timezone?: string;
	/** By default the package's action node. */
	nodeType?: string;
	typeVersion?: number;
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
	hints: string[];
	execution: Execution;
	/** How long the node itself took. */
	tookMs: number;
}

interface Runner {
	id: string;
	path: string;
	drafts: string;
}

const idleRunners = new WeakMap<Instance, Runner[]>();
const nodeName = 'Action';

/**
 * Runs one node in a production execution. Its workflow is kept for the next call, so that a case
 * takes a fifth of a second; calls at the same time get a workflow each.
 */
export async function runAction(n8n: Instance, action: Action): Promise<ActionResult> {
	const idle = idleRunners.get(n8n) ?? [];
	idleRunners.set(n8n, idle);
	const runner = await prepare(n8n, action, idle.pop());
	await request(n8n.webhookUrl(runner.path), {
		method: 'POST',
		body: { items: action.items ?? [{}] },
	});
	const [execution] = await n8n.api.executions(runner.id, { includeData: true, limit: 1 });
	if (!execution) throw new Error('The call started no execution');
	idle.push(runner);
	const items = itemsOf(execution, nodeName);
	const run = execution.data?.resultData.runData[nodeName]?.at(-1);
	return {
		items,
		output: items.map(({ json }) => json),
		failed: itemsOf(execution, nodeName, 1),
		error: execution.data?.resultData.error,
		hints: run?.hints?.map(({ message }) => message) ?? [],
		execution,
		tookMs: run?.executionTime ?? 0,
	};
}

async function prepare(n8n: Instance, action: Action, idle: Runner | undefined): Promise<Runner> {
	const path = idle?.path ?? randomUUID();
	const steps = drafts(path, action);
	const workflow = chain('Action under test', steps, {
		...(action.timezone ? { timezone: action.timezone } : {}),
	});
	const runner = { path, drafts: JSON.stringify([steps, workflow.settings]) };
	if (!idle) {
		const { id } = await n8n.api.createWorkflow(workflow);
		await n8n.api.activate(id);
		return { ...runner, id };
	}
	if (idle.drafts !== runner.drafts) await n8n.api.updateWorkflow(idle.id, workflow);
	return { ...runner, id: idle.id };
}

function drafts(path: string, action: Action): NodeDraft[] {
	return [
		...callWith(path, { responseMode: 'lastNode', responseData: 'noData' }),
		{
			name: nodeName,
			type: action.nodeType ?? actionNodeType,
			typeVersion: action.typeVersion,
			parameters: action.parameters,
			credentialId: action.credentialId,
			onError: action.onError,
			...(action.retryOnFail && { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 }),
		},
	];
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
