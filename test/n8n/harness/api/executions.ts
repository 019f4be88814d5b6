import type {
	ExecutionStatus,
	IDataObject,
	INodeExecutionData,
	IRunData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/** What a node's error holds once n8n has written it to its database and read it back. */
export interface ExecutionError {
	message: string;
}

export interface Execution {
	id: string;
	/** Absent before n8n 1.111. */
	status?: ExecutionStatus;
	mode: WorkflowExecuteMode;
	finished: boolean;
	stoppedAt: string | null;
	data?: {
		resultData: {
			runData: IRunData;
			error?: ExecutionError;
		};
	};
}

const ended: ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled'];

export function hasEnded({ status, stoppedAt }: Execution): boolean {
	return status ? ended.includes(status) : stoppedAt !== null;
}

/** What left a node's first output in its last run; empty where the node did not run. */
export function itemsOf(execution: Execution, nodeName: string, output = 0): INodeExecutionData[] {
	const runs = execution.data?.resultData.runData[nodeName];
	return runs?.at(-1)?.data?.main?.[output] ?? [];
}

/** The same as plain JSON. */
export function outputOf(execution: Execution, nodeName: string, output = 0): IDataObject[] {
	return itemsOf(execution, nodeName, output).map((item) => item.json);
}
