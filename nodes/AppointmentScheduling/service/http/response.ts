import { ServiceError } from '../core/errors';
import { isBlank } from '../values/bodies';
import { masked } from '../values/text';

export interface ServiceAnswer {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/**
 * How the path should end, if a redirect changes nothing else: some servers move every path to the
 * one without, or with, its last slash. Only the path counts, because servers behind a proxy write
 * another host.
 */
export function slashAfter(url: string, { status, headers }: ServiceAnswer): '' | '/' | undefined {
	const location = String(headers.location ?? '');
	if (![301, 307, 308].includes(status) || !URL.canParse(location, url)) return undefined;
	const [from, to] = [url, location].map((address) => new URL(address, url).pathname);
	if (from === `${to}/`) return '';
	return to === `${from}/` ? '/' : undefined;
}

/** Any other redirect is not followed. A changed request could get lost, and the token stays here. */
export function redirected(
	url: string,
	{ status, headers }: ServiceAnswer,
	token: string | undefined,
): ServiceError {
	const location = String(headers.location ?? '');
	const target = location && URL.canParse(location, url) ? new URL(location, url) : undefined;
	const shown = masked(target ? target.origin + target.pathname : 'another address', token);
	return new ServiceError(
		`The service redirects to ${shown}, which is not followed`,
		"Enter the address at which the service responds as 'Base URL' in the credential",
		{ status, uncertain: true },
	);
}

/** What n8n could not read as JSON is a string. After a change, the body may be empty. */
export function readable(method: string, answer: ServiceAnswer): ServiceAnswer | ServiceError {
	const { status, body } = answer;
	const isEmpty = isBlank(body);
	const isChange = method !== 'GET';
	if (isEmpty && isChange) return { ...answer, body: undefined };
	if (!isEmpty && typeof body !== 'string') return answer;
	return new ServiceError(
		isEmpty
			? `The service responded with ${status} and an empty body`
			: `The service responded with ${status}, but not with JSON`,
		"Check 'Base URL' in the credential: a website, a proxy or a sign-in page may respond there",
		{ status, uncertain: isChange },
	);
}
