import './environment';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import {
	type ICredentialsHelper,
	type INodeParameters,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	UnexpectedError,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

interface Options {
	credentialsHelper: ICredentialsHelper;
	workflowId: string;
	/** The address n8n is reached at, as `N8N_WEBHOOK_URL` sets it. */
	publicUrl?: string;
	currentNodeParameters?: INodeParameters;
}

const unavailable = (what: string) => () => {
	throw new UnexpectedError(`${what} is not part of the unit tests`);
};

/** What n8n hands to every context, with the addresses it derives from its public one. */
export function additionalData({
	publicUrl = 'https://n8n.example/',
	...given
}: Options): IWorkflowExecuteAdditionalData {
	const base = publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`;
	return {
		...given,
		currentNodeExecutionIndex: 0,
		executeWorkflow: unavailable('Running another workflow'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: unavailable('A task runner'),
		logAiEvent: () => {},
		setExecutionStatus: () => {},
		restApiUrl: `${base}rest`,
		instanceBaseUrl: base,
		formBaseUrl: `${base}form`,
		formTestBaseUrl: `${base}form-test`,
		formWaitingBaseUrl: `${base}form-waiting`,
		webhookBaseUrl: `${base}webhook`,
		webhookTestBaseUrl: `${base}webhook-test`,
		webhookWaitingBaseUrl: `${base}webhook-waiting`,
		mcpBaseUrl: `${base}mcp`,
		mcpTestBaseUrl: `${base}mcp-test`,
		externalSecretsProxy: new ExternalSecretsProxy(),
		variables: {},
	};
}

/** Makes the additional data that of one execution, with the hooks the engine reports to. */
export function forExecution(
	data: IWorkflowExecuteAdditionalData,
	mode: WorkflowExecuteMode,
	executionId: string,
	workflow: IWorkflowBase,
): IWorkflowExecuteAdditionalData & { hooks: ExecutionLifecycleHooks } {
	return { ...data, executionId, hooks: new ExecutionLifecycleHooks(mode, executionId, workflow) };
}
