import { InputError, ONLY_USER } from '../../service/errors';
import { shownOffset, type Moment } from '../../service/values/dates';
import { enteredOffset, offsetDate } from '../../service/values/entered';
import { contradictionOf } from '../../service/values/starts';
import { presentMoment } from '../notes';
import type { Call } from '../operation';
import { START_DATE } from './parameters';

/** A start that somebody entered. */
export interface Start {
	/** ISO 8601 with offset. */
	text: string;
	ms: number;
	/** Of the account, or of the offset that was entered. */
	zone: string;
	/** Whether it was entered without an offset. */
	isLocal: boolean;
}

/** @param needsZone also for a start with an offset. @throws InputError */
export function enteredStart(call: Call, needsZone: boolean): Start {
	const given = call.parameters.get('startDate');
	const offset = enteredOffset(given, START_DATE);
	const isLocal = offset === undefined;
	const zone =
		isLocal || needsZone ? call.zone() : (call.zoneIfSet() ?? `UTC${shownOffset(offset)}`);
	const text = offsetDate(given, zone, START_DATE);
	return { text, ms: Date.parse(text), zone, isLocal };
}

/**
 * A model does not know today, so a wrong year is its typical mistake. People may correct the past.
 * @throws InputError in a tool
 */
export function refusePast(call: Call, { text, ms }: Start, nothing: string): void {
	if (!call.parameters.isTool || ms >= Date.now()) return;
	const problem = `${text} is in the past: it is now ${presentMoment(call)}. ${nothing}`;
	throw new InputError(START_DATE, problem, 'Give a later start, e.g. 2026-12-01T10:00:00');
}

/** A wrong zone would move the appointment by hours. @param present where it starts now. @throws InputError */
export function refuseIfContradicted({ isLocal, zone }: Start, present: Moment | undefined): void {
	const contradiction = isLocal && present ? contradictionOf(present, zone) : undefined;
	if (contradiction === undefined) return;
	throw new InputError(
		START_DATE,
		contradiction,
		"Nothing was changed. Correct 'Service Timezone' in the credential. A start with an offset works",
		ONLY_USER,
	);
}
