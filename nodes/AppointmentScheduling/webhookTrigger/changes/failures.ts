import type { ITriggerFunctions } from 'n8n-workflow';

import { toTriggerError } from '../../n8n/errors';
import { isPassing } from '../../service/errors';
import { HOUR_MS } from '../../service/values/dates';

/** Tells people that a trigger sees nothing: one failed execution, which starts the error workflow. */
export class Failures {
	/** Since when no check has worked, and whether n8n has a failed execution for that. */
	private present?: { since: number; isSaved: boolean };

	/** A check has worked. */
	end(): void {
		this.present = undefined;
	}

	/** A check has failed, for a reason that may pass by itself or not. */
	note(context: ITriggerFunctions, error: unknown): void {
		this.present ??= { since: performance.now(), isSaved: false };
		const { since, isSaved } = this.present;
		const isLasting = !isPassing(error) || performance.now() - since > HOUR_MS;
		if (isSaved || !isLasting) return;
		this.present.isSaved = true;
		// Absent before n8n 2.8.
		const { saveFailedExecution } = context as Partial<ITriggerFunctions>;
		saveFailedExecution?.(toTriggerError(context.getNode(), error));
	}
}
