import type { IDataObject } from 'n8n-workflow';

import { LONGEST_KEY } from '../service/values/keys';
import { isObject } from '../service/values/objects';

const LONGEST_TEXT = 200;
/** Of one of several. */
const LONGEST_NOTE = 500;
const LONGEST_URL = 2000;
/** No pattern reads more of a text. */
const MOST_READ = 1000;
/** An answer has 100 kB at most. The rest is for the note. */
const MOST_BYTES = 90_000;

const KEY_NAME = /(?:^|_)(?:key|code|id|uuid)s?$|[a-z](?:Key|Code|Id|Uuid)s?$/;
const URL_NAME = /(?:^|_)urls?$|[a-z]Urls?$/i;
/** What nobody sees: among them the tags that can hide a sentence from people but not from a model. */
const UNSEEN = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu;
const GAPS = /[\p{Cc}\p{Z}]+/gu;
/** What a key, a code or a URL never has. */
const ODD = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * What a model reads: anybody who books an appointment writes texts in it. Each is one line that
 * people would see alike. What is no use if it is cut is whole, or its entry is left out.
 * @param notes come last, in one entry
 */
export function answerForModel(entries: IDataObject[], notes: Set<string>): IDataObject[] {
	const usable = entries.filter((entry) => isUsable(entry, ''));
	let bytes = 0;
	const kept = usable.map(cleanedFields).filter((entry) => {
		const size = Buffer.byteLength(JSON.stringify(entry));
		if (bytes + size > MOST_BYTES) return false;
		bytes += size;
		return true;
	});
	const note = [
		...[...notes].map((text) => oneLine(text, LONGEST_NOTE)),
		...leftOut(entries.length - usable.length, 'a key, a code or a URL in it is not readable'),
		...leftOut(usable.length - kept.length, 'the answer would be longer than 100 kB'),
	].join(' ');
	return note === '' ? kept : [...kept, { note }];
}

const leftOut = (count: number, reason: string): string[] =>
	count === 0 ? [] : [`${count} ${count === 1 ? 'entry is' : 'entries are'} left out: ${reason}.`];

function isUsable(value: unknown, name: string): boolean {
	if (Array.isArray(value)) return value.every((part) => isUsable(part, name));
	if (isObject(value)) return Object.entries(value).every(([own, part]) => isUsable(part, own));
	const longest = longestWhole(name);
	if (typeof value !== 'string' || longest === undefined) return true;
	return value.length <= longest && !ODD.test(value);
}

function longestWhole(name: string): number | undefined {
	if (KEY_NAME.test(name)) return LONGEST_KEY;
	return URL_NAME.test(name) ? LONGEST_URL : undefined;
}

function cleaned(value: unknown, name: string): unknown {
	if (typeof value === 'string') {
		return longestWhole(name) === undefined ? oneLine(value, LONGEST_TEXT) : value;
	}
	if (Array.isArray(value)) return value.map((part) => cleaned(part, name));
	return isObject(value) ? cleanedFields(value) : value;
}

const cleanedFields = (entry: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(entry).map(([name, value]) => [
			oneLine(name, LONGEST_TEXT),
			cleaned(value, name),
		]),
	) as IDataObject;

export function oneLine(text: string, longest: number): string {
	const most = Math.max(longest, MOST_READ);
	const seen = text.slice(0, most).replace(UNSEEN, '').replace(GAPS, ' ').trim();
	if (seen.length <= longest && text.length <= most) return seen;
	return `${seen.slice(0, longest - 1).replace(UNSEEN, '')}…`;
}
