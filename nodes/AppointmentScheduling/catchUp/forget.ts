import type { IHookFunctions } from 'n8n-workflow';

import { watchOf } from '../watching/watch';

/** After unpublishing, the next publication records the appointments anew. */
export function forgetAppointments(context: IHookFunctions): void {
	if (context.getMode() === 'manual') return;
	watchOf(context.getWorkflow().id, context.getNode().id).isComplete = false;
	delete context.getWorkflowStaticData('node').watched;
}
