import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Client } from '../service/client';
import type { ItemParameters } from './itemParameters';

export interface Call {
	parameters: ItemParameters;
	/** With the credential as n8n resolves it for this item. */
	client: Client;
	/** The time zone of the account. @throws InputError if it is not set */
	zone(): string;
	/** For what works without one. */
	zoneIfSet(): string | undefined;
	/** Runs a task once in a run for one account. All its items that name it get its outcome. */
	once<T>(name: string, task: () => T | Promise<T>): Promise<T>;
	/** The keys that earlier items of the run have booked for this account. */
	booked: Set<string>;
	/** Shows the user a text beside the result. In a tool it becomes a note. */
	hint(text: string): void;
	/** The same, but no model reads it. */
	hintUser(text: string): void;
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
	/** What is added under 'Options'. */
	options?: INodeProperties[];
	/** Its items run one after another. */
	isChange?: true;
	/** For one item. */
	execute(call: Call): Promise<IDataObject[]>;
}

/** As in saved workflows, and whether a model may use it: who registers a URL gets the data of clients. */
export const RESOURCES = {
	appointment: { name: 'Appointment', isInTools: true },
	calendar: { name: 'Calendar', isInTools: true },
	service: { name: 'Service', isInTools: true },
	webhook: { name: 'Webhook', isInTools: false },
};

export type Resource = keyof typeof RESOURCES;

export const RESOURCE_NAMES = Object.keys(RESOURCES) as Resource[];

/** By resource and name, as in saved workflows. */
export type Operations = Record<Resource, Record<string, Operation>>;
