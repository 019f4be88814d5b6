const LONGEST = 500;
const MASK = '•••';
/** The value of `secret` in the query of a webhook URL, however the URL was escaped. */
const URL_SECRET = /secret(=|%3d|\\u003d|&#61;|&#x3d;)[^\s&"'<>]*/gi;
/** A shorter text in base64 may be a word. */
const SHORTEST_BASE64 = 8;

/** Short, without the secret of a webhook URL, and without tags: the editor shows errors as HTML. */
export function shownText(text: string): string {
	const plain = text
		.replace(URL_SECRET, `secret=${MASK}`)
		.replaceAll('<', '‹')
		.replaceAll('>', '›');
	return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1)}…` : plain;
}

/** The text without the access token, which a service may echo in many forms. */
export function masked(text: string, token = ''): string {
	const hidden = token.trim();
	return hidden === '' ? text : text.replace(formsOf(hidden), MASK);
}

/** The token as it is, percent-encoded, escaped for HTML (any entity) or JSON, and in base64. */
function formsOf(token: string): RegExp {
	const escaped = token.split('').map((character) => {
		const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
		return `(?:%${hex}|&#?\\w{2,8};|\\\\u00${hex}|\\x${hex})`;
	});
	return new RegExp([escaped.join(''), ...base64Of(token)].join('|'), 'gi');
}

/** What the token looks like within a longer text in base64, for each of the three positions. */
function base64Of(token: string): string[] {
	return [0, 1, 2]
		.map((before) => {
			const text = Buffer.from(`${' '.repeat(before)}${token}`).toString('base64url');
			const isShared = (before + token.length) % 3 !== 0;
			return text.slice(before && before + 1, isShared ? -1 : undefined);
		})
		.filter((text) => text.length >= SHORTEST_BASE64)
		.map((text) => text.replaceAll('-', '[+-]').replaceAll('_', '[/_]'));
}

/** The text without this character at its end. A regular expression would take quadratic time. */
export function withoutEnd(text: string, character: string): string {
	let end = text.length;
	while (text.charAt(end - 1) === character) end -= 1;
	return text.slice(0, end);
}
