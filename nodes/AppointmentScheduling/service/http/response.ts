import { ServiceError } from '../errors';

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
 * A response of 2xx with a readable body. The document says that bodies are JSON, so a page of
 * HTML is not a response of the service. After a change, nothing at all is a response too.
 */
export function readable(method: string, answer: ServiceAnswer): ServiceAnswer | ServiceError {
	const { status, headers, body } = answer;
	const isBlank = typeof body === 'string' && body.trim() === '';
	const isEmpty = isBlank || body === null || body === undefined;
	const isChange = method !== 'GET';
	if (isEmpty && isChange) return { ...answer, body: undefined };
	if (!isEmpty && typeof body !== 'string') return answer;
	if (isChange && isJsonText(body, headers)) return answer;
	return new ServiceError(
		isEmpty
			? `The service answered ${status} with nothing`
			: `The service answered ${status}, but not with JSON`,
		"Check 'Base URL' in the credential: a website, a proxy or a sign-in page may respond there",
		{ status, uncertain: isChange },
	);
}

/** A string in JSON; JSON that was cut off and web pages arrive as strings too. */
const isJsonText = (body: unknown, headers: ServiceAnswer['headers']): boolean =>
	/json/i.test(String(headers['content-type'])) && !/^\s*[<{["]/.test(String(body));
