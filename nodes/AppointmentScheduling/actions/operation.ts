import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ServiceClient } from '../service/http/client';
import { comparableKey } from '../service/values/keys';
import type { ItemParameters } from './itemParameters';

export interface Call {
	parameters: ItemParameters;
	client: ServiceClient;
	/** The time zone of the account. @throws InputError if it is not set */
	zone(): string;
	/** For what works without one. */
	zoneIfSet(): string | undefined;
	/** Runs tasks with the same turn one after another. */
	inTurn<T>(turn: string, task: () => Promise<T>): Promise<T>;
	/** Runs a task once in a run. All items that name it get its outcome. */
	once<T>(name: string, task: () => T | Promise<T>): Promise<T>;
	/** Shows the user a text beside the result. In a tool it becomes a note. */
	hint(text: string): void;
	/** Says to a model what a person sees in the editor. Does nothing outside of a tool. */
	note(text: string): void;
}

export interface Operation {
	name: string;
	/** What the panel of nodes shows, and with capitals the canvas. */
	action: string;
	description: string;
	properties: INodeProperties[];
	/** What is different in a tool, by the name of the property. */
	toolDefaults?: Record<string, Partial<INodeProperties> | 'hidden'>;
	/** Besides those of every operation. */
	options?: INodeProperties[];
	/** An error that ends the run counts the changes. */
	isChange?: true;
	/** For one item. */
	execute(call: Call): Promise<IDataObject[]>;
}

/** Items that change the same appointment or webhook do it one after another. */
export const turnOf = (key: string): string => `key:${comparableKey(key) ?? key}`;

/** By resource and name, as in saved workflows. */
export type Operations = Record<string, Record<string, Operation>>;
