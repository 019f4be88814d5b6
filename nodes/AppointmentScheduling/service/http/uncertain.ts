import type { ServiceAnswer } from './client';
import { ServiceError } from '../errors';

/**
 * The service has answered, but only a look can tell whether the change was made: to a repeat of
 * a lost request, which it refused, or with a 2xx that can't be read.
 */
const isAnsweredInDoubt = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && error.uncertain && (error.status ?? 500) < 500;

/**
 * What the service answers to a change, or where that leaves it open, what a look shows. A look
 * that shows that it was not made, or that fails, leaves the failure of the change.
 */
export async function orAsFound(
	change: Promise<ServiceAnswer>,
	look: (failure: ServiceError) => Promise<{ isDone: boolean; body: unknown }>,
): Promise<unknown> {
	const { body } = await change.catch(async (error: unknown) => {
		if (!isAnsweredInDoubt(error)) throw error;
		const found = await look(error).catch((failure: unknown) => {
			throw failure instanceof ServiceError ? error : failure;
		});
		if (!found.isDone) throw error;
		return found;
	});
	return body;
}
