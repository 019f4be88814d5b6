import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Zone } from '../n8n/zone';
import type { ServiceClient } from '../service/http/client';
import type { ItemParameters } from './parameters';

/** What an operation gets for one item. */
export interface Call {
	parameters: ItemParameters;
	client: ServiceClient;
	/** @throws InputError */
	zone(): Zone;
	/**
	 * The zone in which the service reads a time without an offset. May take a request.
	 * @param needed 'certain' to throw if it is unknown, because another day or hour would be wrong
	 * @throws InputError, ServiceError
	 */
	serviceZone(needed?: 'certain'): Promise<string>;
	/** Runs a task after those with the same turn that came before it, unless a failure has ended the run. */
	inTurn(turn: string, task: () => Promise<IDataObject[]>): Promise<IDataObject[]>;
	/** Shows the user a hint about the result. */
	notify(notice: string): void;
}

/** An operation: how the editor shows it, and what it does for one item. It returns plain data. */
export interface Operation {
	name: string;
	action: string;
	description: string;
	/** Its parameters. `operationProperties` shows them for this operation alone. */
	properties: INodeProperties[];
	/** Items that change the same appointment or webhook run one after another, in order. */
	isChange?: true;
	execute(call: Call): Promise<IDataObject[]>;
}
