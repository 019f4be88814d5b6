import './environment';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialsHelper,
	INodeParameters,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

interface Options {
	credentialsHelper: ICredentialsHelper;
	workflowId: string;
	/** The address n8n is reached at, as `N8N_WEBHOOK_URL` sets it. */
	publicUrl?: string;
	currentNodeParameters?: INodeParameters;
}

/** What n8n hands to every context, as far as one of them reads it, with the addresses it derives. */
export function additionalData({
	publicUrl = 'https://n8n.example/',
	...given
}: Options): IWorkflowExecuteAdditionalData {
	const base = publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`;
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		...given,
		currentNodeExecutionIndex: 0,
		setExecutionStatus: () => {},
		restApiUrl: `${base}rest`,
		instanceBaseUrl: base,
		webhookBaseUrl: `${base}webhook`,
		webhookTestBaseUrl: `${base}webhook-test`,
		formWaitingBaseUrl: `${base}form-waiting`,
		webhookWaitingBaseUrl: `${base}webhook-waiting`,
		externalSecretsProxy: new ExternalSecretsProxy(),
		variables: {},
	};
	return data as IWorkflowExecuteAdditionalData;
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
