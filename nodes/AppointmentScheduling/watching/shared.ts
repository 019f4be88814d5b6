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

class Shared {
	/** By node id, what to store of the triggers whose state this process owns. */
	readonly owned = new Map<string, () => IDataObject>();
	/** The stored parts of the other ones. */
	others: IDataObject = {};

	readonly toStored = (): IDataObject => ({
		...this.others,
		...Object.fromEntries([...this.owned].map(([id, part]) => [id, part()])),
	});
}

const sharedOf = registry(() => new Shared());

/** What n8n has stored for this trigger. */
export function storedPart(context: Context): IDataObject {
	const part = storedIn(context)[context.getNode().id];
	return isObject(part) ? part : {};
}

/**
 * Puts what the triggers of a workflow know into its static data, as an object that writes what is
 * current when n8n saves. n8n saves static data as a whole, from a copy that may be old. So each of
 * our triggers does this before n8n may save, and none sets another one back.
 * @param part what to store of this trigger, if this process owns its state
 * @param onSave called when n8n saves it. n8n's own functions, for a Code node in between, call
 * `toJSON` without a name.
 */
export function share(context: Context, part?: () => IDataObject, onSave?: () => void): void {
	const shared = sharedOf(context.getWorkflow().id);
	if (shared.owned.size === 0) {
		shared.others = Object.fromEntries(Object.entries(storedIn(context)).slice(0, MOST_OTHERS));
	}
	if (part) shared.owned.set(context.getNode().id, part);
	if (shared.owned.size === 0) return;
	context.getWorkflowStaticData('global')[NAME] = {
		toJSON: (name?: string) => {
			if (name !== undefined) onSave?.();
			return shared.toStored();
		},
	} as unknown as IDataObject;
}

/** In this process it may still be the object that `share` has put there. */
function storedIn(context: Context): IDataObject {
	const stored = context.getWorkflowStaticData('global')[NAME];
	if (!isObject(stored)) return {};
	return typeof stored.toJSON === 'function' ? (stored.toJSON as () => IDataObject)() : stored;
}
