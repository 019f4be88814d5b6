export {
	type ActionOptions,
	type ActionOutput,
	executeNode,
	runWorkflow,
	type WorkflowOutput,
} from './action';
export { testCredential } from './credentialTest';
export { type EditorOptions, listSearch } from './editor';
export type { Execution } from './execution';
export { defaultCredentials, type NodeOptions } from './installedNode';
export { newProcess } from './newProcess';
export { PollingWorkflow } from './polling';
export { processedData, type TableAccess } from './processedData';
export type { StoredWorkflowOptions } from './storedWorkflow';
export { type Delivered, type Delivery, TriggerWorkflow } from './trigger';
