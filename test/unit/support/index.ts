export {
	type ActionOptions,
	type ActionOutput,
	executeNode,
	runWorkflow,
	type WorkflowOutput,
} from './engine/action';
export { testCredential } from './editor/credentialTest';
export { type EditorOptions, listSearch } from './editor/editor';
export type { Execution } from './engine/execution';
export { defaultCredentials, type NodeOptions } from './engine/installedNode';
export { newProcess } from './engine/newProcess';
export { PollingWorkflow } from './polling';
export { processedData, type TableAccess } from './engine/processedData';
export type { StoredWorkflowOptions } from './engine/storedWorkflow';
export { type Delivered, type Delivery, TriggerWorkflow } from './trigger/trigger';
