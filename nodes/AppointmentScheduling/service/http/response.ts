import { ServiceError } from '../core/errors';
import { isBlank } from '../values/bodies';
import { masked } from '../values/text';

export interface ServiceAnswer {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** Where a redirect leads. */
export function locationIn(url: string, { status, headers }: ServiceAnswer): URL | undefined {
	const location = String(headers.location ?? '');
	const isRedirect = status > 299 && status < 400 && location !== '';
	return isRedirect && URL.canParse(location, url) ? new URL(location, url) : undefined;
}

/**
 * How the path should end, if a redirect changes nothing else: some servers move every path to the
 * one without, or with, its last slash. Only the path counts, because servers behind a proxy write
 * another host.
 */
export function slashAfter(url: string, answer: ServiceAnswer): '' | '/' | undefined {
	if (![301, 307, 308].includes(answer.status)) return undefined;
	const [from, to] = [new URL(url).pathname, locationIn(url, answer)?.pathname];
	if (from === `${to}/`) return '';
	return to === `${from}/` ? '/' : undefined;
}

export function redirected(
	url: string,
	answer: ServiceAnswer,
	secrets: Iterable<string>,
): ServiceError {
	const target = locationIn(url, answer);
	const said = target && masked(target.origin + target.pathname, secrets);
	return new ServiceError(
		'The service redirects to another address, which is not followed',
		"Enter the address at which the service responds as 'Base URL' in the credential",
		{ status: answer.status, uncertain: true, said },
	);
}

/** What n8n could not read as JSON is a string. After a change, the body may be empty. */
export function readable(method: string, answer: ServiceAnswer): ServiceAnswer | ServiceError {
	const { status, body } = answer;
	const isEmpty = isBlank(body);
	if (isEmpty && method !== 'GET') return { ...answer, body: undefined };
	if (!isEmpty && typeof body !== 'string') return answer;
	return new ServiceError(
		isEmpty
			? `The service responded with ${status} and an empty body`
			: `The service responded with ${status}, but not with JSON`,
		"Check 'Base URL' in the credential: a website, a proxy or a sign-in page may respond there",
		{ status, uncertain: true },
	);
}
