import { ServiceError } from '../service/errors';
import type { Call } from './operation';
import type { ItemParameters } from './parameters';

/** Shows a hint. In a tool it is an error, because a model would present a part as the whole. */
export function reportIncomplete(
	incomplete: string,
	parameters: ItemParameters,
	notify: Call['notify'],
): void {
	if (!parameters.isTool) return notify(incomplete);
	throw new ServiceError(incomplete, 'Narrow the list with filters or a lower limit');
}
