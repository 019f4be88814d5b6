/** A text is cut to this length before any pattern reads it. */
const LONGEST_SHOWN = 500;
const MASK = '•••';
/** The value of `secret` in the query of a webhook URL, however the URL was escaped. */
const URL_SECRET = /secret(?:=|%3d|\\u003d|&#61;|&#x3d;)[^\s&"'<>…]*/gi;
/** What breaks, erases or reverses a line in a log. Persian names and emoji need U+200C and U+200D. */
const GAPS = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Z}])+/gu;

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

/** Is read of a longer text. */
const LONGEST_READ = 10_000;

/** The beginning of a text without the secrets, which a service may echo, as they are or percent-encoded. */
export function masked(text: string, secrets: string[]): string {
	let shown = text.slice(0, LONGEST_READ);
	let longest = 0;
	for (const secret of secrets) {
		if (secret === '') continue;
		const encoded = encodeURIComponent(secret);
		longest = Math.max(longest, encoded.length);
		shown = shown.replaceAll(secret, MASK).replaceAll(encoded, MASK);
	}
	// What is cut may end within a secret.
	return cut(text.length > LONGEST_READ ? shown.slice(0, -longest) : shown);
}

/** So that `dra. ines` is Dra. Inês. */
export const folded = (text: string): string =>
	text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/** The text without this character at its end. A regular expression would take quadratic time. */
export function withoutEnd(text: string, character: string): string {
	let end = text.length;
	while (text.charAt(end - 1) === character) end -= 1;
	return text.slice(0, end);
}
