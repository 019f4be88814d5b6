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

/**
 * The beginning of a text, without the access token, which a service may echo: as it is or
 * percent-encoded. Reads no more than it returns, and room for one token.
 */
export function masked(text: string, token = ''): string {
	const hidden = token.trim();
	if (hidden === '') return cut(text);
	const longest = hidden.length * '%41'.length;
	const read = text.slice(0, LONGEST_SHOWN + longest);
	const shown = read.replace(secretPattern(hidden), MASK);
	return read === text ? cut(shown) : `${shown.slice(0, -longest - 1)}…`;
}

/** Each character as it is, or as its code in hexadecimal digits. */
const secretPattern = (secret: string): RegExp =>
	new RegExp(
		Array.from(secret, (character) => {
			const code = character.charCodeAt(0).toString(16).padStart(2, '0');
			// The code first: the character may be a percent sign.
			return `(?:%${code}|${character.replace(/\W/, '\\$&')})`;
		}).join(''),
		'gi',
	);

/** The text without this character at its end. A regular expression would take quadratic time. */
export function withoutEnd(text: string, character: string): string {
	let end = text.length;
	while (text.charAt(end - 1) === character) end -= 1;
	return text.slice(0, end);
}
