import { isCancelled } from '../stand-in/appointments';
import { isSame, type State } from './account';
import type { Options } from './mixes';
import { POLLING } from './world';

/** What a change is called, if it starts an execution. */
export function eventOf(node: string, options: Options, before: State | undefined, now: State) {
	const { events, calendar, polled, status } = options;
	const isCanceled = isCancelled(now.status);
	const isCancellation = before && isCanceled && !isCancelled(before.status);
	if ((calendar && now.calendar !== calendar) || (!before && isCanceled)) return undefined;
	const kind = before ? (isCancellation ? 'canceled' : 'updated') : 'created';
	if (node !== POLLING) return events.find((event) => event === `appointment.${kind}`);
	const isOther = (field: keyof State) =>
		before && !isSame(before, { ...before, [field]: now[field] });
	const isWanted: Record<string, unknown> = {
		created: !before,
		canceled: isCancellation,
		rescheduled: isOther('start') && (!isCanceled || status.length > 0),
		statusChanged: isOther('status'),
	};
	return isWanted[polled] && (status.length === 0 || status.includes(now.status))
		? polled
		: undefined;
}
