import './environment';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialsHelper,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { CredentialsHelper } from '../editor/credentialsHelper';

interface Options {
	credentialsHelper: CredentialsHelper;
	workflowId: string;
	/** The address n8n is reached at, with a slash at its end, as `N8N_WEBHOOK_URL` sets it. */
	publicUrl?: string;
}

/** What n8n hands to every context, as far as one of them reads it, with the addresses it derives. */
export function additionalData({
	credentialsHelper,
	publicUrl = 'https://n8n.example/',
	...given
}: Options): IWorkflowExecuteAdditionalData {
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		...given,
		credentialsHelper: credentialsHelper as unknown as ICredentialsHelper,
		currentNodeExecutionIndex: 0,
		setExecutionStatus: () => {},
		webhookBaseUrl: `${publicUrl}webhook`,
		webhookTestBaseUrl: `${publicUrl}webhook-test`,
		formWaitingBaseUrl: `${publicUrl}form-waiting`,
		webhookWaitingBaseUrl: `${publicUrl}webhook-waiting`,
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
