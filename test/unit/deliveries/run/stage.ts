import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	withHandover,
	type Handover,
} from '../../../../nodes/AppointmentScheduling/deliveries/handover';
import { start } from '../../../../nodes/AppointmentScheduling/deliveries/start';
import { watchOf } from '../../../../nodes/AppointmentScheduling/watching/watch';
import { newProcess } from '../../support';

export const pending = { start: 29_500_000, status: 'PENDING' };
export const confirmed = { start: 29_500_000, status: 'CONFIRMED' };
export const JSON_DATA = { event: 'appointment.updated' };

/** What `webhook()` tells of a delivery, with these changes. */
export const handover = (changes: Partial<Handover> = {}): Handover => ({
	identity: 'event',
	whenFinished: false,
	caughtUp: undefined,
	appointment: { key: 'a', seen: confirmed, former: pending, eventTime: 2_000 },
	staticData: undefined,
	...changes,
});

export const itemHere = (changes: Partial<Handover> = {}): INodeExecutionData =>
	withHandover(JSON_DATA, handover(changes));

/** Makes items as another process does. */
export async function otherProcess(): Promise<typeof itemHere> {
	const { withHandover: fromThere } = await newProcess(
		async () => await import('../../../../nodes/AppointmentScheduling/deliveries/handover'),
	);
	return (changes = {}) => fromThere(JSON_DATA, handover(changes));
}

let nodes = 0;

/** A trigger node that has run nothing in this process yet, and what `execute()` finds in n8n's context. */
export class Stage {
	private readonly nodeId = `node ${(nodes += 1)}`;
	staticData: IDataObject = {};
	readonly replies: IDataObject[] = [];
	readonly warnings: string[] = [];
	mode = 'webhook';
	/** To the process that handed the item over. */
	reply = (response: IDataObject): void => void this.replies.push(response);

	get watch() {
		return watchOf('w', this.nodeId);
	}

	/** The items that pass. */
	async run(items: INodeExecutionData[], code = start): Promise<INodeExecutionData[]> {
		const [passed = []] = await code({
			getInputData: () => items,
			getMode: () => this.mode,
			getWorkflow: () => ({ id: 'w' }),
			getNode: () => ({ id: this.nodeId }),
			getWorkflowStaticData: () => this.staticData,
			sendResponse: (response: IDataObject) => this.reply(response),
			logger: { warn: (message: string) => void this.warnings.push(message) },
			helpers: {},
		} as unknown as IExecuteFunctions);
		return passed;
	}

	/** What n8n saves when the execution ends. */
	save(): IDataObject {
		return JSON.parse(JSON.stringify(this.staticData)) as IDataObject;
	}
}
