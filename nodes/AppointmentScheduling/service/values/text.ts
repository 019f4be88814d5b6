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

/**
 * The beginning of a text, without the access token, which a service may echo: as it is,
 * percent-encoded, escaped for JSON or in base64. Reads no more than it returns.
 */
export function masked(text: string, token = ''): string {
	const hidden = token.trim();
	if (hidden === '') return cut(text);
	const forms = [hidden, ...base64Of(hidden)].map((form) => [...form].map(spellings).join(''));
	const pattern = new RegExp(forms.join('|'), 'iy');
	let shown = '';
	for (let at = 0; at < text.length && shown.length <= LONGEST_SHOWN;) {
		pattern.lastIndex = at;
		const [found] = pattern.exec(text) ?? [];
		shown += found === undefined ? text.charAt(at) : MASK;
		at += found?.length ?? 1;
	}
	return cut(shown);
}

/** Base64 has two alphabets. */
const TWINS: Record<string, string> = { '-': '|\\+', _: '|/' };

/** How a character may be written, as a pattern. */
function spellings(character: string): string {
	const code = character.charCodeAt(0).toString(16).padStart(2, '0');
	return `(?:%${code}|\\\\u00${code}|\\x${code}${TWINS[character] ?? ''})`;
}

/** What the token looks like within a longer text in base64, for each of the three positions. */
function base64Of(token: string): string[] {
	return [0, 1, 2]
		.map((before) => {
			const text = Buffer.from(`${' '.repeat(before)}${token}`).toString('base64url');
			const isShared = (before + token.length) % 3 !== 0;
			return text.slice(before && before + 1, isShared ? -1 : undefined);
		})
		.filter((text) => text.length >= SHORTEST_BASE64);
}

/** The text without this character at its end. A regular expression would take quadratic time. */
export function withoutEnd(text: string, character: string): string {
	let end = text.length;
	while (text.charAt(end - 1) === character) end -= 1;
	return text.slice(0, end);
}
