import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isLocal } from '../watching/header';
import { keepLatest } from '../watching/keepLatest';
import type { Setup } from './setup';

export const TOO_MANY =
	'There are more than 20,000 appointments. Of those that start last, new ones and changes are not reported. Add filters to this node.';

const logged = new Map<string, true>();

/** Logs a warning about a node, once in a process. */
export const warnOnce =
	(context: IPollFunctions) =>
	(text: string): void => {
		const { id: workflowId } = context.getWorkflow();
		const { id, name } = context.getNode();
		const key = JSON.stringify([workflowId, id, text]);
		if (!logged.has(key)) context.logger.warn(`${name}: ${text}`, { workflowId });
		keepLatest(logged, key, true);
	};

/** No polls are refused for this, because the zone of the workflow is often the right one. */
export function warnIfZoneIsGuessed({ zone, isZoneSet, warn }: Setup, listed: IDataObject[]): void {
	if (isZoneSet || !listed.some(isLocal)) return;
	warn(
		`The service writes starts without an offset, and no time zone is set. They were read in ${zone}, the time zone of the workflow. Set 'Service Timezone' in the credential.`,
	);
}
