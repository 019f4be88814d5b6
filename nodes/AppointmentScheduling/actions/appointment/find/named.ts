import type { IDataObject } from 'n8n-workflow';

import { asLocator, locatorKey } from '../../../parameters/locator';
import { chosenServices } from '../../../parameters/keyLists';
import { isNothing } from '../../../parameters/values';
import { InputError, ServiceError, withModelAdvice } from '../../../service/errors';
import { whole, type List } from '../../../service/lists';
import { keyIn, textList } from '../../../service/values/keys';
import { textIn } from '../../../service/values/objects';
import { folded } from '../../../service/values/texts';
import type { Call } from '../../operation';
import { oneLine } from '../../toolAnswer';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const LONGEST_NAME = 60;
/** Of all that are listed in an error. A model reads 500 letters of it. */
const MOST_LETTERS = 280;

/** What a model knows by name, and the service by key. */
const KINDS = {
	calendar: { field: 'Calendar', key: 'calendar_key' },
	service: { field: 'Service Names or IDs', key: 'service_key' },
} as const;
type Kind = keyof typeof KINDS;

/** The key of a calendar. A model may give its exact name instead. @throws InputError */
export async function calendarKey(call: Call, given: unknown): Promise<string> {
	const { value } = asLocator(given);
	if (call.parameters.isTool && isText(value)) return await keyOf(call, 'calendar', value);
	const { field } = KINDS.calendar;
	return withModelAdvice(adviceFor('calendar'), () => locatorKey(given, field));
}

/** The keys of services. A model may give exact names instead. @throws InputError */
export async function serviceKeys(call: Call, given: unknown): Promise<string[]> {
	if (!call.parameters.isTool || isNothing(given)) return chosenServices(given);
	const parts = textList(given);
	if (parts.length > 1 && isText(given)) {
		// A name may have a comma in it.
		const keys = await findNamed(call, 'service', given);
		if (keys.length === 1) return keys;
	}
	return await Promise.all(parts.map(async (part) => await keyOf(call, 'service', part)));
}

/** Filters with keys instead of the names that a model gave. @throws InputError */
export async function withKeys(call: Call, filters: IDataObject): Promise<IDataObject> {
	if (!call.parameters.isTool) return filters;
	const { calendar, serviceKeys: services } = filters;
	return {
		...filters,
		...(calendar !== undefined && { calendar: await calendarKey(call, calendar) }),
		...(services !== undefined && { serviceKeys: await serviceKeys(call, services) }),
	};
}

const isText = (value: unknown): value is string => typeof value === 'string' && !isNothing(value);

async function keyOf(call: Call, kind: Kind, given: string): Promise<string> {
	const [found, ...others] = await findNamed(call, kind, given);
	if (found !== undefined && others.length === 0) return found;
	const { field } = KINDS[kind];
	const advice = adviceFor(kind);
	if (found !== undefined) {
		const problem = `several ${kind}s are called "${shown(given)}": ${inFull([found, ...others])}`;
		throw new InputError(field, problem, advice);
	}
	const names = whole(await listOf(call, kind)).flatMap(({ name }) => textIn(name) ?? []);
	const known = names.length > 0 ? `. There are: ${inFull(names)}` : '';
	throw new InputError(field, `no ${kind} has the name or key "${shown(given)}"${known}`, advice);
}

const adviceFor = (kind: Kind): string => `Use a ${KINDS[kind].key} from the list of ${kind}s`;

const shown = (given: string): string => oneLine(given, LONGEST_NAME);

/** Those that fit, because a model cannot use a part of a name or a key. */
function inFull(texts: string[]): string {
	let letters = 0;
	const fitting = texts.filter((text) => {
		const isFitting = letters + text.length <= MOST_LETTERS;
		if (isFitting) letters += text.length + 2;
		return isFitting;
	});
	return [...fitting, ...(fitting.length < texts.length ? ['…'] : [])].join(', ');
}

/** The keys of those with this key or name. A UUID takes no request. */
async function findNamed(call: Call, kind: Kind, given: string): Promise<string[]> {
	const text = given.trim();
	if (UUID.test(text)) return [text];
	const list = await listOf(call, kind).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		// A key works even if the list cannot be read.
		if (keyIn(text) === undefined) throw error;
		return undefined;
	});
	if (!list) return [text];
	const entries = list.entries.map((entry) => ({
		key: keyIn(entry[KINDS[kind].key]),
		name: entry.name,
	}));
	if (entries.some(({ key }) => key === text)) return [text];
	return entries.flatMap(({ key, name }) =>
		key !== undefined && typeof name === 'string' && folded(name) === folded(text) ? [key] : [],
	);
}

const listOf = async ({ client, once }: Call, kind: Kind): Promise<List> =>
	await once(`${kind}s`, async () => {
		const { listCalendars, listServices } = await import('../../../service/calendars');
		return await (kind === 'calendar' ? listCalendars(client) : listServices(client));
	});
