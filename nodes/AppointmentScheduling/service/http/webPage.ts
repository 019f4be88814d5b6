const LONGEST_PART = 20_000;
const MOST_TEXTS = 3;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

export const isWebPage = (body: string): boolean => body.trimStart().startsWith('<');

/** The first texts of a web page, usually its title and the reason of a refusal. */
export function textOfPage(page: string): string {
	const texts = new Set<string>();
	let unseen = '';
	for (const piece of page.slice(0, LONGEST_PART).split('<')) {
		const end = piece.startsWith('!--') ? '-->' : '>';
		const [tag = '', ...rest] = piece.split(end);
		if (unseen === '') unseen = /^(script|style)\b/i.exec(tag)?.[0].toLowerCase() ?? '';
		else if (tag.toLowerCase().startsWith(`/${unseen}`)) unseen = '';
		const text = unseen === '' ? unescaped(rest.join(end)).replace(/\s+/g, ' ').trim() : '';
		if (text !== '') texts.add(text);
		if (texts.size === MOST_TEXTS) break;
	}
	return [...texts].join('; ');
}

const unescaped = (text: string): string =>
	text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,6})|(\w{2,6}));/gi, (escape, hex, decimal, name) => {
		const code = hex ? parseInt(String(hex), 16) : Number(decimal);
		return ENTITIES[String(name).toLowerCase()] ?? (code ? String.fromCharCode(code) : escape);
	});
