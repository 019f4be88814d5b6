import type { IDataObject, INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';

import { AppointmentSchedulingTrigger } from '../../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import {
	withHandover,
	type Handover,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/handover';
import { start } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/start';
import { watchOf } from '../../../../nodes/AppointmentScheduling/watching/watch';
import { newProcess } from '../../support';
import { executeContext } from '../../support/engine/executeContext';
import { installNode } from '../../support/engine/installedNode';

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
		async () => await import('../../../../nodes/AppointmentScheduling/webhookTrigger/runs/handover'),
	);
	return (changes = {}) => fromThere(JSON_DATA, handover(changes));
}

/** The first node of executions, in n8n's context. n8n has not run it in this process yet. */
export class Stage {
	readonly replies: IDataObject[] = [];
	readonly warnings: string[] = [];
	mode: WorkflowExecuteMode = 'webhook';
	/** To the process that handed the item over. */
	reply = (response: IDataObject): void => void this.replies.push(response);

	private readonly installed = installNode(AppointmentSchedulingTrigger);
	private readonly workflow = this.installed.workflow({}, { active: true });

	get watch() {
		return watchOf(this.workflow.id, this.installed.node.id);
	}

	get staticData(): IDataObject {
		return this.workflow.getStaticData('node', this.installed.node);
	}

	/** The items that pass. */
	async run(items: INodeExecutionData[], code = start): Promise<INodeExecutionData[]> {
		const { installed, workflow, mode, reply: onResponse } = this;
		const context = executeContext(installed, workflow, { items, mode, onResponse });
		jest.spyOn(context.logger, 'warn').mockImplementation((text) => void this.warnings.push(text));
		const [passed = []] = await code(context);
		return passed;
	}

	/** What n8n saves when the execution ends. */
	save(): IDataObject {
		return JSON.parse(JSON.stringify(this.staticData)) as IDataObject;
	}
}
