import type { IDataObject } from 'n8n-workflow';

import type { Known } from '../watching/row';

/** A listed appointment, and what was said about it. */
export interface Candidate {
	data: IDataObject;
	/** ms since the epoch. */
	start: number;
	/** At the time of the poll, with a label instead of the status. */
	said: Known | undefined;
	/** Whether it has the same start as then. */
	isSameStart: boolean;
}

/** Moments before or after an appointment at which it is announced. */
export interface Moments {
	/** Which starts a poll reads: ms since the epoch. */
	from: number;
	to: number;
	/** Since when runs may be due. */
	dueSince?: number;
	/**
	 * The label to remember and, if the announcement is due, what the item gets. Undefined if it is
	 * not the appointment's turn, or everything was said already.
	 */
	judge(candidate: Candidate): { label: string; item?: IDataObject } | undefined;
}
