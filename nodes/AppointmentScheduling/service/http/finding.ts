import type { IDataObject } from 'n8n-workflow';

import { isBlank, unwrapped } from '../values/bodies';
import { sameKey } from '../values/keys';

interface NotMade {
	is: 'not made';
	/**
	 * What is there instead. A change is only sent again if all checks show the same. Undefined if it
	 * would do harm, e.g. revive a canceled appointment.
	 */
	state?: string;
	/** The start of an appointment that should have another one. */
	start?: string;
}

/** What a response, or a check of the present state, shows of a change. */
export type Finding = { is: 'made'; body: unknown } | NotMade | { is: 'unknown'; reason?: string };

/** How to recognize a change in an appointment or a webhook. */
export interface Wanted {
	/** Undefined if the change may lead to another key. */
	key?: string;
	keyOf(resource: IDataObject): unknown;
	/** Whether it has the values that were sent. Undefined if that cannot be seen. */
	isMade(resource: IDataObject): boolean | undefined;
	present(resource: IDataObject): Omit<NotMade, 'is'>;
}

/** Whether a body is the appointment, or the webhook, with the values that were sent. */
export function findingIn(body: unknown, { key, keyOf, isMade, present }: Wanted): Finding {
	const resource = unwrapped(body);
	const found = keyOf(resource);
	const isOther = key !== undefined && !isBlank(found) && !sameKey(found, key);
	const made = isOther ? undefined : isMade(resource);
	if (made === undefined) return { is: 'unknown' };
	return made ? { is: 'made', body } : { is: 'not made', ...present(resource) };
}
