import { numberIn, numbersIn, type Field } from './fields';
import { nextGiven, type Given } from './links';

/** What the fields beside a page say about the list. */
export interface Signs extends Pick<Given, 'queries'> {
	/** Entries in the whole list, and its pages. */
	total: Field<number> | undefined;
	pages: Field<number> | undefined;
	/** The number and the first position of this page, and its size. */
	page: Field<number> | undefined;
	offset: Field<number> | undefined;
	size: Field<number> | undefined;
	/** Whether there is a next page; undefined if the response does not say it. */
	more: boolean | undefined;
}

/** Everything but what counts something else, such as `total_unread` or `discount`, or is no number, such as `search`. */
const TOTAL =
	/^(?!(all|full|filtered|matching|search|query|list|data|odata|available)+$)(total(size)?|counts?|num(ber)?|of|all|full|filtered|matching|search|query|list|data|odata|found|available|(hit|item|entry|entrie|record|row|result|element|object|appointment|booking|webhook|doc)s?)+$/;
const PAGES = /^((total|num|number|numberof|last)?pages?(total|counts?)?)$/;
/** Of this page, not how many there are. */
export const PAGE = /^(current)?page(number|no|num|index)?$|^(current|number)$/;
export const OFFSET = /^(current)?(offset|skip|start(at|index)?)$/;
const SIZE = /^(pagesize|(items|results|records)?perpage|(page)?limit|size|maxresults|take)$/;
const HAS_MORE = /^((has)?more(pages|results|items)?|(has)?next|hasnextpage)$/;
const IS_LAST = /^((is)?last(page)?|(is)?end)$/;
/** If true, this may be said of the response, not of the list. */
const IS_DONE = /^(is)?(complete|done)$/;
const MAY_HAVE_MORE = /^(has|is)?(more|trunc|incomplete|partial)/;
const REMAINING = /^remain|remaining$/;
/** Around numbers that are not about this page. */
const OTHER_PAGE = /^(next|prev|previous|first|last)$/;
/** Limits of the service, not of the list. */
const ELSEWHERE = /^(rate\w*|throttle\w*|quota|requests?|calls|credits|usage)$/;

/**
 * @param sent entries on the page
 * @param address of the list
 */
export function signsIn(all: Field[], sent: number, address: string): Signs {
	const fields = all.filter(
		({ name, path }) => ![...path, name].some((part) => has(part, ELSEWHERE)),
	);
	const own = fields.filter(({ path }) => !path.some((part) => has(part, OTHER_PAGE)));
	const { queries, more: isNext } = nextGiven(fields, address);
	const page = numbersIn(own, PAGE)[0];
	const last = page ? numbersIn(fields, /^last$/) : [];
	const numbers = {
		page,
		pages: [...numbersIn(fields, PAGES).filter(({ plain }) => !PAGE.test(plain)), ...last][0],
		offset: numbersIn(own, OFFSET)[0],
		size: numbersIn(fields, SIZE)[0],
	};
	const isNumbered = Object.values(numbers).some((number) => number !== undefined);
	const hasRoom = (numbers.size?.value ?? 0) > sent;
	const totals = numbersIn(fields, TOTAL).filter(({ plain }) => !PAGE.test(plain));
	// Beside another total, `items` is how many fit on a page, as in Pagy.
	const total = totals.find(({ plain }) => plain !== 'items') ?? totals[0];
	// A total of as many entries as came may be that of this page only; one of fewer counts something else.
	const isProof = sent === 0 || hasRoom || (isNumbered && total?.plain.includes('total'));
	const isTotal = total && (total.value > sent || (total.value === sent && isProof));
	const more = saidMore(fields, !hasRoom) ?? isNext;
	return { ...numbers, total: isTotal ? total : undefined, more, queries };
}

/** @param isFull false for a page that had room for more entries */
function saidMore(fields: Field[], isFull: boolean): boolean | undefined {
	const says = (names: RegExp, value: RegExp) =>
		fields.some(
			(one) =>
				typeof one.value !== 'object' && names.test(one.plain) && value.test(String(one.value)),
		);
	const isLeft = ({ plain, value }: Field) => REMAINING.test(plain) && (numberIn(value) ?? 0) > 0;
	if (says(HAS_MORE, /^(true|1)$/) || [IS_LAST, IS_DONE].some((names) => says(names, /^false$/)))
		return true;
	if (says(MAY_HAVE_MORE, /^true$/) || (isFull && fields.some(isLeft))) return true;
	return says(HAS_MORE, /^false$/) || says(IS_LAST, /^true$/) ? false : undefined;
}

/** Whether one of its words is wanted: `hasMore_items` has the words has, more and items. */
const has = (name: string, wanted: RegExp): boolean =>
	name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/)
		.some((word) => wanted.test(word));
