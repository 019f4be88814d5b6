import './environment';
import { ExecuteContext, WorkflowExecute } from 'n8n-core';
import {
	type CloseFunction,
	createRunExecutionData,
	type ExecutionError,
	type IDataObject,
	type IExecuteData,
	type INodeExecutionData,
	type IRun,
	type NodeExecutionHint,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { forExecution } from './additionalData';
import { installNode, type NodeOptions, startName } from './installedNode';
import { itemsOf, type NodeClass } from './nodeTypes';

export interface ActionOptions extends NodeOptions {
	/** The JSON of the items that reach the node; one empty item if not given. */
	items?: IDataObject[];
	continueOnFail?: boolean;
	mode?: WorkflowExecuteMode;
	abortSignal?: AbortSignal;
}

export interface ActionOutput {
	/** What came out of the first output. */
	items: INodeExecutionData[];
	outputs: INodeExecutionData[][];
	hints: NodeExecutionHint[];
}

export interface WorkflowOutput {
	run: IRun;
	status: IRun['status'];
	/** The error as n8n keeps it with the execution, of the workflow or, if it went on, of the node. */
	error?: ExecutionError;
	/** What came out of the node's first output. */
	items: INodeExecutionData[];
	outputs: INodeExecutionData[][];
}

function prepare(nodeClass: NodeClass, options: ActionOptions) {
	const { items = [{}], continueOnFail } = options;
	const installed = installNode(nodeClass, {
		...options,
		node: {
			...(continueOnFail ? { onError: 'continueRegularOutput' as const } : {}),
			...options.node,
		},
	});
	return { installed, input: itemsOf(items) };
}

/** Calls the node's `execute` on a real ExecuteContext; what it throws rejects. */
export async function executeNode(
	nodeClass: NodeClass,
	options: ActionOptions = {},
): Promise<ActionOutput> {
	const { installed, input } = prepare(nodeClass, options);
	const { mode = 'manual', abortSignal } = options;
	const workflow = installed.workflow();
	const node = workflow.getNode(installed.node.name)!;
	const data = { main: [input] };
	const executeData: IExecuteData = {
		node,
		data,
		source: { main: [{ previousNode: startName }] },
	};
	const runExecutionData = createRunExecutionData({
		executionData: { nodeExecutionStack: [executeData] },
		resultData: {
			runData: {
				[startName]: [{ data, startTime: 0, executionIndex: 0, executionTime: 0, source: [] }],
			},
		},
	});
	const closeFunctions: CloseFunction[] = [];
	const context = new ExecuteContext(
		workflow,
		node,
		forExecution(installed.additionalData(), mode, '1', installed.workflowData),
		mode,
		runExecutionData,
		0,
		input,
		data,
		executeData,
		closeFunctions,
		abortSignal,
	);
	const nodeType = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	if (!nodeType.execute) throw new Error(`${node.type} has no execute()`);
	await workflow.expression.acquireIsolate();
	try {
		const result = await nodeType.execute.call(context);
		if (!Array.isArray(result) && result !== null) {
			throw new Error(`${node.type} asked the engine to run other nodes`);
		}
		const outputs: INodeExecutionData[][] = result ?? [];
		return { items: outputs[0] ?? [], outputs, hints: context.hints };
	} finally {
		for (const close of closeFunctions) await close();
		await workflow.expression.releaseIsolate();
	}
}

/** Runs a whole workflow (manual trigger, the node, a node that passes on) in n8n's real engine. */
export async function runWorkflow(
	nodeClass: NodeClass,
	options: ActionOptions = {},
): Promise<WorkflowOutput> {
	const { installed, input } = prepare(nodeClass, options);
	const { mode = 'manual', abortSignal } = options;
	const workflow = installed.workflow();
	const data = forExecution(installed.additionalData(), mode, '1', installed.workflowData);
	const running = new WorkflowExecute(data, mode).run({
		workflow,
		startNode: workflow.getNode(startName)!,
		pinData: { [startName]: input },
	});
	const cancel = () => running.cancel();
	if (abortSignal?.aborted) cancel();
	abortSignal?.addEventListener('abort', cancel);
	const run = await running.finally(() => abortSignal?.removeEventListener('abort', cancel));

	const { runData, error } = run.data.resultData;
	const ofNode = runData[installed.node.name]?.at(-1);
	const outputs = (ofNode?.data?.main ?? []).map((output) => output ?? []);
	return {
		run,
		status: run.status,
		error: error ?? ofNode?.error,
		items: outputs[0] ?? [],
		outputs,
	};
}
