import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { AppointmentSchedulingTrigger } from '../../../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import type { Difference } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/differences';
import { start } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/runs/start';
import type { Seen } from '../../../../../nodes/AppointmentScheduling/watching/snapshot';
import { executeContext } from '../../../support/engine/executeContext';
import { installNode } from '../../../support/engine/installedNode';

export interface Run {
	key: string;
	seen: Seen;
	lostByKill: boolean;
	isCaughtUp: boolean;
	/** Whether the last change, and all changes, had been delivered when it was caught up. */
	lastDelivered?: boolean;
	allDelivered?: boolean;
	/** When the event happened, or the check was made, in ms. */
	at: number;
}

/** What n8n has taken and not started. */
export interface Taken {
	item: INodeExecutionData;
	run: Run;
	difference?: Difference;
}

export const NODE = 'trigger';

/** n8n's runs of a workflow, and its database. */
export class Runs {
	database: IDataObject = {};
	private readonly installed = installNode(AppointmentSchedulingTrigger, { node: { id: NODE } });
	/** In the order in which n8n took them. */
	private readonly all: Taken[] = [];
	private readonly started = new Set<Run>();
	private taken: Taken[] = [];
	private inProgress: Array<Taken & { staticData: IDataObject }> = [];

	get list(): Run[] {
		return this.all.map(({ run }) => run).filter((run) => this.started.has(run));
	}

	take(taken: Taken): void {
		this.all.push(taken);
		this.taken.push(taken);
	}

	/** The code of `execute()`, in whatever order n8n comes to the runs. */
	async start(workflowId: string): Promise<void> {
		this.installed.workflowData.id = workflowId;
		for (const taken of this.taken.splice(0).reverse()) {
			const workflow = this.installed.workflow(structuredClone(this.database), { active: true });
			const call = { items: [taken.item], mode: 'trigger' as const };
			const [items] = await start(executeContext(this.installed, workflow, call));
			const { staticData } = workflow;
			if (items?.length === 1) this.started.add(taken.run);
			this.inProgress.push({ ...taken, staticData });
		}
	}

	/** Ends those in progress, and passes on the differences that they reported. */
	end(isReported: (difference: Difference) => void): void {
		for (const { staticData, difference } of this.inProgress.splice(0)) {
			this.database = JSON.parse(JSON.stringify(staticData)) as IDataObject;
			if (difference) isReported(difference);
		}
	}

	kill(): void {
		for (const { run } of this.inProgress.splice(0)) run.lostByKill = true;
		this.taken = [];
	}
}
