export { type ActionOptions, executeNode } from './engine/action';
export { listSearch, loadOptions } from './editor/editor';
export type { Execution } from './engine/execution';
export { defaultCredentials, type NodeOptions } from './engine/installedNode';
export { PollingWorkflow } from './polling';
export { processedData } from './engine/processedData';
export { type Delivered, type Delivery, TriggerWorkflow } from './trigger/trigger';
