import { Refusal, type Answer } from '../server/refusal';
import { STYLES, type Style, type StyleName } from './pageStyles';

interface StyledList {
	style: StyleName;
	/** What the request has in the style's parameter. */
	asked: string | undefined;
	size: number;
	/** The total that the service reports. */
	total: number;
	keyOf(index: number): string;
	linkTo(parameters: Record<string, string>): string;
}

/** The rows of the page that was asked for, and what is written around them. */
export function styledPage<Row>(
	rows: readonly Row[],
	{ style: name, asked, size, total, keyOf, linkTo }: StyledList,
): { rows: Row[]; write(results: unknown[]): Omit<Answer, 'status'> } {
	const style: Style = STYLES[name];
	const { parameter, holds, base = 1 } = style;
	const at = asked === undefined ? 0 : positionOf(asked);
	if (holds === 'page' && at > 0 && at >= rows.length) throw new Refusal(404, 'Invalid page.');
	const end = Math.min(at + size, rows.length);
	const hasNext = end < rows.length;
	const number = base + Math.floor(at / size);
	const last = hasNext ? keyOf(end - 1) : '';
	const value = {
		page: String(number + 1),
		offset: String(end),
		token: tokenOf(last),
		slashed: hasNext ? slashed(last) : '',
		after: last,
	}[holds];
	return {
		rows: rows.slice(at, end),
		write: (results) =>
			style.write({
				...{ results, offset: at, total, size, number, hasNext, value },
				pages: Math.max(1, Math.ceil(total / size)),
				next: hasNext ? linkTo({ [parameter]: value }) : null,
			}),
	};

	function after(key: string): number {
		return rows.findIndex((_row, index) => keyOf(index) === key) + 1 || NaN;
	}

	function positionOf(text: string): number {
		const position = {
			page: () => (Number(text) - base) * size,
			offset: () => Number(text),
			after: () => after(text),
			token: () => after(Buffer.from(text, 'base64url').toString()),
			slashed: () => after(Buffer.from(text, 'base64').subarray(START.length).toString()),
		}[holds]();
		if (Number.isInteger(position) && position >= 0) return position;
		throw new Refusal(400, 'Not a page.', parameter);
	}
}

const tokenOf = (key: string) => Buffer.from(key).toString('base64url');

/** What a picture begins with, so that the token begins with a slash. */
const START = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xfb]);
const slashed = (key: string) => Buffer.concat([START, Buffer.from(key)]).toString('base64');
