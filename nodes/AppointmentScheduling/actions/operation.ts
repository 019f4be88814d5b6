import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Zone } from '../n8n/zone';
import type { ServiceClient } from '../service/http/client';
import type { ItemParameters } from './parameters';

/** What an operation has to work with, for one item. */
export interface Call {
	parameters: ItemParameters;
	client: ServiceClient;
	/** The zone in which this item's dates are read. @throws InputError */
	zone(): Zone;
	/** Tells the user something about the result that is not a failure. */
	notify(notice: string): void;
}

/** One operation: its own fields in the editor, and what it does for one item, as plain data. */
export interface Operation {
	properties: INodeProperties[];
	/** Items of the same turn run one after another, in their order. Undefined: all at once. */
	turn?(parameters: ItemParameters): string;
	execute(call: Call): Promise<IDataObject[]>;
}
