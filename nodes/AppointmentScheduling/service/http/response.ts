import { ServiceError } from '../errors';
import { isBlank } from '../values/bodies';

export interface ServiceAnswer {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

const MOST_REDIRECTS = 5;

/** Where a redirect leads. @throws ServiceError for a change, another host, and too many in a row */
export function redirectTarget(
	method: string,
	url: string,
	{ status, headers }: ServiceAnswer,
	hop: number,
): string {
	const location = String(headers.location ?? '');
	const isAddress = location !== '' && URL.canParse(location, url);
	const target = isAddress ? new URL(location, url) : undefined;
	const sameOrigin = target?.origin === new URL(url).origin;
	if (method === 'GET' && target && sameOrigin && hop < MOST_REDIRECTS) return target.href;
	const shown = target ? target.origin + target.pathname : 'another address';
	throw new ServiceError(
		`The service redirects to ${shown}, which is not followed`,
		"Enter the address at which the service responds as 'Base URL' in the credential",
		{ status },
	);
}

/**
 * A response of 2xx with a readable body. Bodies are JSON, so an HTML page does not come from the
 * service. After a change, the body may be empty.
 */
export function readable(method: string, answer: ServiceAnswer): ServiceAnswer | ServiceError {
	const { status, headers, body } = answer;
	const isEmpty = isBlank(body);
	const isChange = method !== 'GET';
	if (isEmpty && isChange) return { ...answer, body: undefined };
	if (!isEmpty && typeof body !== 'string') return answer;
	if (isChange && isJsonText(body, headers)) return answer;
	return new ServiceError(
		isEmpty
			? `The service responded with ${status} and an empty body`
			: `The service responded with ${status}, but not with JSON`,
		"Check 'Base URL' in the credential: a website, a proxy or a sign-in page may respond there",
		{ status, uncertain: isChange },
	);
}

/** A JSON string. Truncated JSON and web pages arrive as strings too. */
const isJsonText = (body: unknown, headers: ServiceAnswer['headers']): boolean =>
	/json/i.test(String(headers['content-type'])) && !/^\s*[<{["]/.test(String(body));
