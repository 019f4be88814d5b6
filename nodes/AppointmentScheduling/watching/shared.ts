import type { IDataObject, IPollFunctions, ITriggerFunctions } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { registry } from './keepLatest';

type Context = Pick<
	IPollFunctions | ITriggerFunctions,
	'getWorkflow' | 'getNode' | 'getWorkflowStaticData'
>;

/** The entry of the workflow's static data that all our triggers share. */
const NAME = 'appointmentScheduling';
/** Triggers that were deleted from the workflow leave their part behind. */
const MOST_OTHERS = 20;

interface Shared {
	/** By node id, what to store of the triggers whose state this process owns. */
	owned: Map<string, () => IDataObject>;
	/** The stored parts of the other ones. */
	others: IDataObject;
}

const sharedOf = registry((): Shared => ({ owned: new Map(), others: {} }));

export function storedPart(context: Context): IDataObject {
	const part = storedIn(context)[context.getNode().id];
	return isObject(part) ? part : {};
}

/**
 * Puts what the triggers of a workflow know into its static data, as an object that writes what is
 * current when n8n saves. n8n saves static data as a whole, from a copy that may be old. So each of
 * our triggers does this before n8n may save, and none sets another one back.
 * @param isQuiet whether n8n saves it only if something else changes static data
 */
export function share(context: Context, part?: () => IDataObject, isQuiet = false): void {
	const shared = sharedOf(context.getWorkflow().id);
	const { owned } = shared;
	if (owned.size === 0) {
		shared.others = Object.fromEntries(Object.entries(storedIn(context)).slice(0, MOST_OTHERS));
	}
	if (part) owned.set(context.getNode().id, part);
	if (owned.size === 0) return;
	const toJSON = () => {
		const parts = [...owned].map(([id, write]) => [id, write()]);
		return { ...shared.others, ...Object.fromEntries(parts) } as IDataObject;
	};
	const global = context.getWorkflowStaticData('global');
	const entry = { value: { toJSON }, configurable: true, enumerable: true, writable: true };
	// n8n does not notice what is defined, only what is set.
	if (isQuiet) Object.defineProperty(global, NAME, entry);
	else global[NAME] = entry.value as unknown as IDataObject;
}

/** In this process it may still be the object that `share` has put there. */
function storedIn(context: Context): IDataObject {
	const stored = context.getWorkflowStaticData('global')[NAME];
	if (!isObject(stored)) return {};
	return typeof stored.toJSON === 'function' ? (stored.toJSON as () => IDataObject)() : stored;
}
