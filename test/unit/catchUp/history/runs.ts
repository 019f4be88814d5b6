import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Difference } from '../../../../nodes/AppointmentScheduling/catchUp/differences';
import { start } from '../../../../nodes/AppointmentScheduling/deliveries/start';
import type { Seen } from '../../../../nodes/AppointmentScheduling/watching/snapshot';

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
		for (const taken of this.taken.splice(0).reverse()) {
			const staticData = structuredClone(this.database);
			const [items] = await start({
				getInputData: () => [taken.item],
				getMode: () => 'trigger',
				getWorkflow: () => ({ id: workflowId }),
				getNode: () => ({ id: NODE }),
				getWorkflowStaticData: () => staticData,
			} as unknown as IExecuteFunctions);
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
