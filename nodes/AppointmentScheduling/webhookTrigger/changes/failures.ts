import type { ITriggerFunctions } from 'n8n-workflow';

import { toTriggerError } from '../../n8n/errors';
import { isPassing } from '../../service/errors';
import { HOUR_MS } from '../../service/values/dates';

/** Tells people that a trigger sees nothing: one failed execution, which starts the error workflow. */
export class Failures {
	/** Since when no check has worked, and whether n8n has a failed execution for that. */
	private present?: { since: number; isSaved: boolean };

	/** How a check has ended: a reason may pass by itself or not, none says that it has worked. */
	note(context: ITriggerFunctions, reason?: Error): void {
		if (reason === undefined) {
			this.present = undefined;
			return;
		}
		this.present ??= { since: performance.now(), isSaved: false };
		const { since, isSaved } = this.present;
		const isLasting = !isPassing(reason) || performance.now() - since > HOUR_MS;
		if (isSaved || !isLasting) return;
		this.present.isSaved = true;
		// Absent before n8n 2.8.
		const { saveFailedExecution } = context as Partial<ITriggerFunctions>;
		saveFailedExecution?.(toTriggerError(context.getNode(), reason));
	}
}
