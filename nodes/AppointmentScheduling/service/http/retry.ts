import { ServiceError } from '../errors';
import { isTransient } from './network';

/** The service, or a proxy in front of it, is busy, slow or cut off (520 to 524: Cloudflare). */
const TEMPORARY = [408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524];

/** Whether the same request may succeed a little later. */
export const isTemporary = ({ status, code }: ServiceError): boolean =>
	status === undefined ? isTransient(code) : TEMPORARY.includes(status);

/** The failure for the user: how often the request was sent, and how long the service wants a pause. */
export function afterTries(failure: ServiceError, count: number): ServiceError {
	const { message, remedy, retryAfter } = failure;
	const until = new Date(Date.now() + (retryAfter ?? 0)).toISOString().slice(0, 19);
	const remedies = [
		count > 1 && `The node sent the request ${count} times`,
		retryAfter !== undefined && `The service asks to wait until ${until.replace('T', ' ')} UTC`,
		remedy,
	];
	const all = remedies.filter((text) => text !== false).join('. ');
	return new ServiceError(message, all, { ...failure, uncertain: false });
}
