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

/**
 * The beginning of a text without the secrets, which a service may echo: in any case, as they are, or
 * percent-encoded.
 */
export function masked(text: string, secrets: Iterable<string> = []): string {
	const shown = [...secrets]
		.filter((secret) => secret !== '')
		.reduce(without, text.slice(0, LONGEST_READ));
	// What was cut may end within a secret.
	const isCut = text.length > LONGEST_READ && shown.length <= LONGEST_SHOWN;
	return isCut ? `${shown.slice(0, shown.lastIndexOf(MASK))}${MASK}…` : cut(shown);
}

function without(text: string, secret: string): string {
	const encoded = [...secret].map((sign) => [percentEncoded(sign), sign.toLowerCase()]);
	const spellings = [[[secret.toLowerCase()]], encoded];
	let shown = '';
	for (let at = 0; at < text.length;) {
		const end = Math.max(...spellings.map((parts) => endOf(parts, text, at)));
		shown += end > at ? MASK : text.charAt(at);
		at = Math.max(end, at + 1);
	}
	return shown;
}

/** Where the parts end if they begin here, otherwise -1. @param parts the forms of each, in lower case */
function endOf(parts: string[][], text: string, start: number): number {
	let end = start;
	for (const forms of parts) {
		const isHere = (form: string) => text.slice(end, end + form.length).toLowerCase() === form;
		const found = forms.find(isHere);
		if (found === undefined) return -1;
		end += found.length;
	}
	return end;
}

const percentEncoded = (sign: string): string =>
	Array.from(
		new TextEncoder().encode(sign),
		(byte) => `%${byte.toString(16).padStart(2, '0')}`,
	).join('');

/** Codes beyond ASCII are decoded one by one. */
export const percentDecoded = (text: string): string =>
	text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** The text without this character at its end. A regular expression would take quadratic time. */
export function withoutEnd(text: string, character: string): string {
	let end = text.length;
	while (text.charAt(end - 1) === character) end -= 1;
	return text.slice(0, end);
}
