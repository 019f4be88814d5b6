import { filterOptions } from '../parameters/filters';
import { hasStatus, InputError, ServiceError } from '../service/core/errors';
import { isTemporary } from '../service/http/retry';
import { MINUTE_MS } from '../service/values/dates';

const CHOOSE_ENTRY =
	'Choose an entry of the list by its key or its code, whichever this tool asks for, or tell the user';
const NEW_START =
	'Give another start, and write it as lists show it, e.g. 2026-12-01T10:00:00+01:00';
const DAY = 'Write days as 2026-12-01';
const BOTH_DAYS = 'Give both From and To, or none of them. Write days as 2026-12-01';
const ONLY_USER = 'Tell the user what is wrong. Only they can correct it';
/** The user decides which fields the model fills. */
const UNKNOWN_FIELD = 'If you gave this value, give another one. Otherwise tell the user';

/** By the field that a model fills. */
const FOR_FIELDS: Record<string, string | undefined> = {
	...Object.fromEntries(
		filterOptions.map(({ displayName }) => [displayName, 'Give another value, or leave it empty']),
	),
	Appointment: CHOOSE_ENTRY,
	Calendar: 'Use the calendar_key of an entry of the list',
	Day: DAY,
	From: BOTH_DAYS,
	To: BOTH_DAYS,
	Webhook: 'Use the key of an entry of the list of webhooks',
};
/** Their advice names the choices. */
const NAMES_CHOICES = ['Send Email', 'Status', 'When'];

/** Advice that a model can follow: it sees neither the options of the node nor the credential. */
export function adviseModel(error: unknown, isChange = false): unknown {
	if (error instanceof ServiceError) return error.advise(adviceFor(error));
	if (!(error instanceof InputError) || NAMES_CHOICES.includes(error.field)) return error;
	const advice = FOR_FIELDS[error.field] ?? UNKNOWN_FIELD;
	if (!isChange) return error.advise(advice);
	return error.advise(`Nothing was changed. ${error.field === 'Start Date' ? NEW_START : advice}`);
}

function adviceFor(error: ServiceError): string {
	const { uncertain, retryAfter = 0, isUnreadable } = error;
	if (uncertain) {
		return 'Do not do it again: it may have been done. Read it to see, and tell the user';
	}
	if (isTemporary(error)) {
		const minutes = Math.ceil(retryAfter / MINUTE_MS);
		const later = minutes > 1 ? `${minutes} minutes` : 'a minute';
		return `Try it once more in ${later}. If it fails again, tell the user`;
	}
	if (hasStatus(error, 404, 410)) return CHOOSE_ENTRY;
	const isRefused = hasStatus(error, 200, 400, 409, 422) && !isUnreadable;
	return isRefused ? 'Change what the service refused, or tell the user' : ONLY_USER;
}
