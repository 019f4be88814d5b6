import './environment';
import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type IExecuteData,
	type INodeExecutionData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { forExecution } from './additionalData';
import type { InstalledNode } from './installedNode';

export interface ExecuteCall {
	items: INodeExecutionData[];
	mode?: WorkflowExecuteMode;
	/** Takes what the node sends to the process that started the execution. */
	onResponse?: (response: IDataObject) => void;
}

/** n8n's context for one call of `execute()`, without running the workflow. */
export function executeContext(
	{ node, additionalData, workflowData }: InstalledNode,
	workflow: Workflow,
	{ items, mode = 'manual', onResponse = () => {} }: ExecuteCall,
): ExecuteContext {
	const data = { main: [items] };
	const executeData: IExecuteData = { node, data, source: null };
	const additional = forExecution(additionalData(), mode, '1', workflowData);
	additional.hooks.addHandler('sendResponse', (response) => onResponse(response as IDataObject));
	const runData = createRunExecutionData({ executionData: { nodeExecutionStack: [executeData] } });
	return new ExecuteContext(
		workflow,
		node,
		additional,
		mode,
		runData,
		0,
		items,
		data,
		executeData,
		[],
	);
}
