import {
	BEGUN_STATUSES,
	CANCELLATION_EVENT,
	CREATION_EVENT,
	isCanceledStatus,
	UPDATE_EVENT,
} from '../../service/core/vocabulary';
import type { State } from './state';

/** The events that explain what a list shows, the most telling first. */
export function impliedEvents(former: State | undefined, { status }: State): string[] {
	const isCanceled = isCanceledStatus(status);
	if (former) {
		const isCancellation = isCanceled && !isCanceledStatus(former.status);
		return [isCancellation ? CANCELLATION_EVENT : UPDATE_EVENT];
	}
	const isUpdated = BEGUN_STATUSES.includes(status ?? '');
	return [
		CREATION_EVENT,
		...(isCanceled ? [CANCELLATION_EVENT] : []),
		...(isUpdated ? [UPDATE_EVENT] : []),
	];
}
