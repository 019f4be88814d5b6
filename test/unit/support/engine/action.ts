import './environment';
import { ExecuteContext } from 'n8n-core';
import {
	type CloseFunction,
	createRunExecutionData,
	type IDataObject,
	type INodeExecutionData,
	type NodeExecutionHint,
} from 'n8n-workflow';

import { forExecution } from './additionalData';
import { installNode, type NodeOptions } from './installedNode';
import type { NodeClass } from './nodeTypes';

export interface ActionOptions extends NodeOptions {
	/** The JSON of the items that reach the node; one empty item if not given. */
	items?: IDataObject[];
	continueOnFail?: boolean;
	abortSignal?: AbortSignal;
}

interface ActionOutput {
	/** What came out of the first output. */
	items: INodeExecutionData[];
	hints: NodeExecutionHint[];
}

/** Calls the node's `execute` on a real ExecuteContext; what it throws rejects. */
export async function executeNode(
	nodeClass: NodeClass,
	options: ActionOptions = {},
): Promise<ActionOutput> {
	const { items = [{}], continueOnFail, abortSignal } = options;
	const onError = continueOnFail ? ('continueRegularOutput' as const) : undefined;
	const installed = installNode(nodeClass, { ...options, node: { onError, ...options.node } });
	const input = items.map((json, item) => ({ json, pairedItem: { item } }));
	const mode = 'manual';
	const workflow = installed.workflow();
	const node = workflow.getNode(installed.node.name)!;
	const data = { main: [input] };
	const executeData = { node, data, source: null };
	const runExecutionData = createRunExecutionData({
		executionData: { nodeExecutionStack: [executeData] },
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
	await workflow.expression.acquireIsolate();
	try {
		const result = await installed.nodeType.execute!.call(context);
		if (!Array.isArray(result)) throw new Error(`${node.type} asked the engine for other nodes`);
		return { items: result[0] ?? [], hints: context.hints };
	} finally {
		for (const close of closeFunctions) await close();
		await workflow.expression.releaseIsolate();
	}
}
