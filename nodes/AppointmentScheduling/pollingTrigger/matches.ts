import { BEGUN_STATUSES, isCanceledStatus, plainStatus } from '../service/vocabulary';
import type { Setup } from './setup';

/** Without a Status filter, nothing runs for these, nor for canceled ones. */
const LEFT_OUT: Partial<Record<Setup['event'], string[]>> = {
	startsSoon: BEGUN_STATUSES,
	ended: ['NO_SHOW', 'PENDING_PAYMENT', 'PENDING_FORM', 'PENDING_COMPANIONS'],
	rescheduled: [],
};

/** The filters that we apply ourselves, after reading the list. */
export function matches({ event, filters, statuses }: Setup, written = ''): boolean {
	const status = plainStatus(written);
	const isCanceled = isCanceledStatus(status);
	if (event === 'created' && isCanceled) return false;
	if (statuses.length > 0) return statuses.some((wanted) => wanted === status);
	const leftOut = LEFT_OUT[event];
	if (leftOut) return isCanceled ? filters.is_cancelled === true : !leftOut.includes(status);
	return event !== 'statusChanged' || (filters.is_cancelled ?? isCanceled) === isCanceled;
}
