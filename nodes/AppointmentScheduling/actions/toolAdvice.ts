import type { INode } from 'n8n-workflow';

import { inOneText, toNodeError } from '../n8n/errors';
import { filterOptions } from '../parameters/filters';
import { hasStatus, InputError, isPassing, ServiceError } from '../service/errors';
import { MINUTE_MS } from '../service/values/dates';
import { shownText } from '../service/values/texts';
import type { Failure } from './failures';
import { oneLine } from './toolAnswer';

const LONGEST_SAID = 200;
const CHOOSE_ENTRY =
	'Choose an entry of the list by its key or its code, whichever this tool asks for, or tell the user';
const BOTH_DAYS = 'Give both From and To, or none of them. Write days as 2026-12-01';
const ONLY_USER = 'Tell the user what is wrong. Only they can correct it';
const OF_FILTER =
	'What you gave can also be left empty. If you gave nothing here, tell the user, who alone can correct it';
const NOT_CHANGED = 'Nothing was changed';

/** Where the advice for people names what only the editor has. */
const FOR_FIELDS: Record<string, string | undefined> = {
	Appointment: CHOOSE_ENTRY,
	Calendar: 'Use the calendar_key of an entry of the list',
	Day: 'Write days as 2026-12-01',
	From: BOTH_DAYS,
	To: BOTH_DAYS,
	// No model fills these.
	'Base URL': ONLY_USER,
	'Access Token': ONLY_USER,
	'Service Timezone': ONLY_USER,
	'Client Phone': ONLY_USER,
};
const FILTERS = filterOptions.map(({ displayName }) => displayName);

/**
 * What an agent reads of a failure is its message, and nothing else. It says what has happened and what
 * to do, whole. What the service says comes last, in one short line.
 */
export function failureForModel(
	node: INode,
	error: unknown,
	itemIndex: number,
	isChange = false,
): Failure {
	const failure = toNodeError(node, error, itemIndex);
	return Object.assign(failure, { message: messageFor(error, isChange), description: '' });
}

function messageFor(error: unknown, isChange: boolean): string {
	if (error instanceof ServiceError) {
		const said = error.said === '' ? '' : ` Service: "${oneLine(error.said, LONGEST_SAID)}"`;
		return `${sentences(error.summary, adviceFor(error))}${said}`;
	}
	if (!(error instanceof InputError)) return shownText((error as Error).message);
	const { message, field, advice } = error;
	const forField = FOR_FIELDS[field];
	const texts = [message, forField ?? advice];
	if (isChange && !/nothing was/i.test(texts.join())) texts.splice(1, 0, NOT_CHANGED);
	if (!isChange && FILTERS.includes(field) && forField === undefined) texts.push(OF_FILTER);
	return sentences(...texts);
}

const sentences = (...texts: string[]): string =>
	texts.map((text) => inOneText(shownText(text))).join(' ');

function adviceFor(error: ServiceError): string {
	const { mayBeDone, retryAfter = 0, status } = error.details;
	if (mayBeDone) {
		return 'Do not do it again: it may have been done. Read it to see, and tell the user';
	}
	if (isPassing(error)) {
		const minutes = Math.ceil(retryAfter / MINUTE_MS);
		const later = minutes > 1 ? `${minutes} minutes` : 'a minute';
		return `Try it once more in ${later}. If it fails again, tell the user`;
	}
	if (hasStatus(error, 404, 410)) return CHOOSE_ENTRY;
	const isRefused = status === 400 || status === 409 || status === 422;
	return isRefused ? 'Change what the service refused, or tell the user' : ONLY_USER;
}
