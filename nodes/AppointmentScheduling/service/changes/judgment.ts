import { ServiceError } from '../core/errors';
import { isBlank, isObject } from '../values/bodies';
import { masked } from '../values/text';
import type { ServiceClient } from '../http/client';
import type { ServiceRequest } from '../http/line';
import { denial } from '../http/refusal';
import type { ServiceAnswer } from '../http/response';
import { serviceMessage } from '../http/serviceMessage';

/** What a response, or a check of the present state, shows of a change. */
export type Finding =
	| { is: 'made'; body: unknown }
	| { is: 'not made'; state: string }
	| { is: 'unknown'; reason?: string };

export interface Change {
	request: ServiceRequest;
	/** What the response shows. */
	findingIn(answer: ServiceAnswer): Finding;
	/** Reads the present state. @throws ServiceError */
	check(client: ServiceClient): Promise<Finding>;
	/** Where the user can see the change. */
	place: string;
	/** Whether a second one would do harm, e.g. send another email. */
	harmsTwice?: boolean;
	/** Whether it is sent again after one check that does not show it, because duplicates are deleted. */
	isRepeatable?: boolean;
}

/** An attempt that may have made the change. */
export interface Unclear {
	failure: ServiceError;
	/** The service itself reports an error, although with 2xx. */
	isDenial?: boolean;
}

export interface Made {
	body: unknown;
}

export type Outcome = Made | Unclear | ServiceError;

/** What a response means for the change. A ServiceError proves that it was not made. */
export function judged(
	answer: ServiceAnswer | ServiceError,
	{ request, findingIn }: Change,
	secrets: Iterable<string>,
): Outcome {
	if (answer instanceof ServiceError) return answer.uncertain ? { failure: answer } : answer;
	const { status, body } = answer;
	const denied = denial(answer, secrets);
	if (denied) return { failure: denied, isDenial: true };
	if (isEmpty(body) && request.method !== 'POST') return { body };
	const shown = findingIn(answer);
	if (shown.is === 'made') return shown;
	const { message, detail } = isObject(body) ? body : {};
	const state =
		shown.is === 'not made' && request.body
			? `It shows ${shown.state} instead of ${Object.values(request.body).join(', ')}`
			: '';
	const said = [serviceMessage({ message, detail }, secrets), masked(state, secrets)];
	const failure = new ServiceError(
		`The service responded with ${status}, but does not show the change`,
		'Check whether the service allows it',
		{ status, said: said.filter((text) => text !== '').join('. ') },
	);
	return { failure };
}

/** JSON without a value, such as `{}`, says as much as no body. */
const isEmpty = (body: unknown): boolean =>
	isBlank(body) || (isObject(body) && Object.keys(body).length === 0);
