import { ServiceError } from '../core/errors';
import { isBlank, isTooDeep } from '../values/bodies';
import { masked } from '../values/text';

export interface ServiceAnswer {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** Where a redirect leads. */
function locationIn(url: string, { headers }: ServiceAnswer): URL | undefined {
	const location = String(headers.location ?? '');
	return location !== '' && URL.canParse(location, url) ? new URL(location, url) : undefined;
}

/** After another redirect, a change might become a GET. */
const KEEPS_METHOD = [301, 307, 308];

/**
 * How the path should end, if a redirect changes nothing else: some servers move every path to the
 * one without, or with, its last slash. Only the path counts, because servers behind a proxy write
 * another host, and some leave out the query.
 */
export function slashAfter(
	url: string,
	answer: ServiceAnswer,
	method: string,
): '' | '/' | undefined {
	const { status } = answer;
	const statuses = method === 'GET' ? [302, 303, ...KEEPS_METHOD] : KEEPS_METHOD;
	if (!statuses.includes(status)) return undefined;
	const [from, to] = [new URL(url).pathname, locationIn(url, answer)?.pathname];
	if (from === `${to}/`) return '';
	return to === `${from}/` ? '/' : undefined;
}

const OTHER_SERVER =
	"Check 'Base URL' in the credential: a website, a proxy or a sign-in page may respond there";

export function redirected(
	url: string,
	answer: ServiceAnswer,
	secrets: Iterable<string>,
): ServiceError {
	const { status } = answer;
	const target = locationIn(url, answer);
	if (!target || status === 304) {
		return new ServiceError(
			`The service responded with ${status}, which is unexpected`,
			OTHER_SERVER,
			{ status, uncertain: true },
		);
	}
	return new ServiceError(
		'The service redirects to another address, which is not followed',
		"Enter the address at which the service responds as 'Base URL' in the credential",
		{ status, uncertain: true, said: masked(target.origin + target.pathname, secrets) },
	);
}

/**
 * What n8n could not read as JSON is a string. After a change, the body may be empty.
 * @param hasWorked whether the service has responded as expected before
 */
export function readable(
	method: string,
	answer: ServiceAnswer,
	hasWorked: boolean,
): ServiceAnswer | ServiceError {
	const { status, body } = answer;
	if (isBlank(body) && method !== 'GET') return { ...answer, body: undefined };
	const problem = unreadableIn(body);
	if (problem === undefined) return answer;
	return new ServiceError(
		`The service responded with ${status}${problem}`,
		hasWorked ? 'Try again later' : OTHER_SERVER,
		{ status, uncertain: true, isUnreadable: true },
	);
}

function unreadableIn(body: unknown): string | undefined {
	if (isBlank(body)) return ' and an empty body';
	if (typeof body === 'string') return ', but not with JSON';
	return isTooDeep(body) ? ' and JSON of more than 100 levels' : undefined;
}
