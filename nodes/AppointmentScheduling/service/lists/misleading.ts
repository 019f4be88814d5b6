import { ServiceError } from '../core/errors';

/** For a list that leads nowhere. */
export const misleading = (message: string): ServiceError =>
	new ServiceError(
		message,
		"Narrow the list with filters or 'Limit', and report this to the support of the service",
	);
