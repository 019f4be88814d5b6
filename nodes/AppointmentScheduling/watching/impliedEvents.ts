import { CREATION_EVENT, isCanceledStatus } from '../service/core/vocabulary';
import type { State } from './row';

/** The events that explain what a list shows, the most telling first. */
export function impliedEvents(former: State | undefined, { status }: State): string[] {
	const isCanceled = isCanceledStatus(status);
	if (former) {
		const isCancellation = isCanceled && !isCanceledStatus(former.status);
		return [isCancellation ? 'appointment.canceled' : 'appointment.updated'];
	}
	const isUpdated = ['ATTENDED', 'IN_PROGRESS', 'NO_SHOW'].includes(status ?? '');
	return [
		CREATION_EVENT,
		...(isCanceled ? ['appointment.canceled'] : []),
		...(isUpdated ? ['appointment.updated'] : []),
	];
}
