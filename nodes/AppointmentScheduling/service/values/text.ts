/** A text is cut to this length before any pattern reads it. */
const LONGEST_SHOWN = 500;
const MASK = '•••';
/** The value of `secret` in the query of a webhook URL, however the URL was escaped. */
const URL_SECRET = /secret(?:=|%3d|\\u003d|&#61;|&#x3d;)[^\s&"'<>…]*/gi;
/** What breaks, erases or reverses a line in a log. Persian names and emoji need U+200C and U+200D. */
const GAPS = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Z}])+/gu;
/** A shorter text in base64 may be a word. */
const SHORTEST_BASE64 = 8;

/**
 * A foreign text on one line of at most 500 characters, without the secret of a webhook URL, and
 * without tags: the editor shows errors as HTML.
 */
export function shownText(text: string): string {
	return cut(text)
		.replace(URL_SECRET, `secret=${MASK}`)
		.replace(GAPS, ' ')
		.replaceAll('<', '‹')
		.replaceAll('>', '›');
}

const cut = (text: string): string =>
	text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;

/** How a character may be written besides as it is: this, and its code in hexadecimal digits. */
const ESCAPES = ['', '%', '\\u00'];

/**
 * The beginning of a text, without the access token, which a service may echo: as it is,
 * percent-encoded, escaped for JSON or in base64. Reads no more than it returns.
 */
export function masked(text: string, token = ''): string {
	const hidden = token.trim();
	if (hidden === '') return cut(text);
	const forms = [hidden.toLowerCase(), ...base64Of(hidden)];
	const escapes = ESCAPES.filter((escape) => text.includes(escape));
	const endFrom = (at: number) =>
		Math.max(...forms.flatMap((form) => escapes.map((escape) => endOf(form, escape, text, at))));
	let shown = '';
	for (let at = 0; at < text.length && shown.length <= LONGEST_SHOWN;) {
		const end = endFrom(at);
		shown += end > at ? MASK : text.charAt(at);
		at = Math.max(end, at + 1);
	}
	return cut(shown);
}

const BASE64_URL: Record<string, string> = { '-': '+', _: '/' };

/** Where this form of the token ends if it begins here, otherwise -1. */
function endOf(form: string, escape: string, text: string, start: number): number {
	let at = start;
	for (const expected of form) {
		const found = text.charAt(at).toLowerCase();
		const length = found === escape.charAt(0) ? escape.length + 2 : 1;
		const code = () => escape + expected.charCodeAt(0).toString(16).padStart(2, '0');
		const isSame =
			length === 1
				? found === expected || found === BASE64_URL[expected]
				: text.slice(at, at + length).toLowerCase() === code();
		if (!isSame) return -1;
		at += length;
	}
	return at;
}

/** What the token looks like within a longer text in base64, for each of the three positions. */
function base64Of(token: string): string[] {
	return [0, 1, 2]
		.map((before) => {
			const text = Buffer.from(`${' '.repeat(before)}${token}`).toString('base64url');
			const isShared = (before + token.length) % 3 !== 0;
			return text.slice(before && before + 1, isShared ? -1 : undefined).toLowerCase();
		})
		.filter((text) => text.length >= SHORTEST_BASE64);
}

/** The text without this character at its end. A regular expression would take quadratic time. */
export function withoutEnd(text: string, character: string): string {
	let end = text.length;
	while (text.charAt(end - 1) === character) end -= 1;
	return text.slice(0, end);
}
