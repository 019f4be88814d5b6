export { type ActionOptions, executeNode } from './engine/action';
export { listSearch, loadOptions } from './editor/editor';
export { defaultCredentials, type NodeOptions } from './engine/installedNode';
export { PollingWorkflow } from './polling';
export { TriggerWorkflow } from './trigger/trigger';
