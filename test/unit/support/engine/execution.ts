import './environment';
import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ExecutionError,
	type IDataObject,
	type INodeExecutionData,
	type IRun,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { forExecution } from './additionalData';
import { endName, type InstalledNode } from './installedNode';
import type { StoredWorkflow } from './storedWorkflow';

export interface Execution {
	status: IRun['status'];
	/** What reached the node after the trigger: nothing for a run that ended in the trigger. */
	items: INodeExecutionData[];
	run: IRun;
}

export interface ExecutionStart {
	id: string;
	mode: WorkflowExecuteMode;
	/** What the trigger starts the workflow with. */
	data: INodeExecutionData[][];
	/** What the trigger threw: n8n then keeps an execution that failed at once. */
	failure?: Error;
}

/** n8n's engine before it runs a workflow from its trigger on. */
export function engineOf(
	installed: InstalledNode,
	workflow: Workflow,
	{ id, mode, data, failure }: ExecutionStart,
	ended: (run: IRun, newStaticData: IDataObject) => void,
): WorkflowExecute {
	const node = workflow.getNode(installed.node.name)!;
	const runExecutionData = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: data }, source: null }] },
		...(failure && {
			resultData: { runData: {}, lastNodeExecuted: node.name, error: asStored(failure) },
		}),
	});
	const additionalData = forExecution(installed.additionalData(), mode, id, installed.workflowData);
	additionalData.hooks.addHandler('workflowExecuteAfter', ended);
	return new WorkflowExecute(additionalData, mode, runExecutionData);
}

/** Runs the workflow as n8n's runner does: over the static data it loads anew. */
export async function execute(stored: StoredWorkflow, start: ExecutionStart): Promise<Execution> {
	const { installed } = stored;
	const { mode } = start;
	const workflow = installed.workflow(stored.staticData, { active: mode !== 'manual' });
	const engine = engineOf(installed, workflow, start, (_run, newStaticData) => {
		if (mode !== 'manual' && newStaticData) stored.staticData = newStaticData;
	});
	const run = await engine.processRunExecutionData(workflow);
	const items = run.data.resultData.runData[endName]?.at(-1)?.data?.main?.[0] ?? [];
	return { status: run.status, items, run };
}

const asStored = (failure: Error): ExecutionError =>
	({ ...failure, message: failure.message, stack: failure.stack }) as ExecutionError;
