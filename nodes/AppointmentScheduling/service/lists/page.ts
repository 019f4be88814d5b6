import { ServiceError } from '../errors';
import { reportedError } from '../http/refusal';
import { listIn } from '../values/bodies';
import { fieldsOf, numbersIn, type Field } from './fields';
import { nextByLink } from './links';
import { nextByPosition } from './positions';
import type { Asked, Next, Page, Response } from './response';

const TOTAL =
	/^(total(count|results|items|elements|records|entries|hits|size)?|numresults|odatacount)$/;
const MORE = /^((has)?more(pages|results|items)?|(has)?next|hasnextpage)$/;
const LAST = /^((is)?last(page)?|(is)?end)$/;

/** @throws ServiceError if the body contains no list, or reports an error */
export function pageIn(body: unknown, headers: Record<string, unknown>, asked: Asked): Page {
	const problem = reportedError(body);
	if (problem !== undefined) {
		throw new ServiceError(
			`The service reported an error instead of a list: ${problem.slice(0, 500)}`,
			'Check the filters against the message of the service, or try again later',
		);
	}
	const fields = fieldsOf(body, headers);
	const numbers = (names: RegExp) => numbersIn(fields, names).map(({ value }) => value);
	const counts = numbers(/^count$/);
	const totals = numbers(TOTAL);
	const elements = listIn(body, [...totals, ...counts].includes(0));
	// A `count` may be that of this page only.
	totals.push(...counts.filter((count) => count !== elements.length || count === 0));
	const total = totals.length > 0 ? Math.max(...totals) : undefined;
	const next = nextIn({ asked, elements, fields, total, more: moreIn(fields) });
	return { elements, total, next };
}

/** A link or a token leads to the next page. Otherwise, a page number or an offset may do so. */
function nextIn(response: Response): Next | undefined {
	if (response.more === false) return undefined;
	const { queries, isEnd, isSaid } = nextByLink(response);
	const more = response.more ?? (isSaid || undefined);
	if (queries.length > 0) return { queries, basis: more ? 'said' : 'smell', isLinked: true };
	return isEnd && !more ? undefined : nextByPosition({ ...response, more });
}

function moreIn(fields: Field[]): boolean | undefined {
	const says = (names: RegExp, ...values: unknown[]) =>
		fields.some(({ plain, value }) => names.test(plain) && values.includes(value));
	if (says(MORE, true, 'true', 1, '1') || says(LAST, false, 'false')) return true;
	return says(MORE, false, 'false') || says(LAST, true, 'true') ? false : undefined;
}
