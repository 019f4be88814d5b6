import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IRun,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { AppointmentSchedulingApi } from '../../credentials/AppointmentSchedulingApi.credentials';
import { CredentialsHelper } from '../unit/support/editor/credentialsHelper';
import { engineOf } from '../unit/support/engine/execution';
import { defaultCredentials, type InstalledNode } from '../unit/support/engine/installedNode';
import { currentTime, sleep, type Process } from './clock';
import { install } from './installed';
import { Program } from './program';

export const WEBHOOK = 'AppointmentSchedulingTrigger';
export const POLLING_CLASS = 'AppointmentSchedulingPollingTrigger';

/** A trigger in the workflow, as the user has set it. */
export interface TriggerNode {
	name: string;
	className: typeof WEBHOOK | typeof POLLING_CLASS;
	parameters: INodeParameters;
}

/** What n8n starts at once. */
export interface Execution {
	id: string;
	node: string;
	mode: WorkflowExecuteMode;
	/** What the trigger starts the workflow with. */
	data: INodeExecutionData[][];
	failure?: Error;
	createdAt: number;
	/** When n8n had saved that it has ended. */
	savedAt?: number;
	status?: IRun['status'];
	/** Until it begins, n8n starts it again after a kill. */
	hasBegun: boolean;
	/** n8n or its worker was killed before it had ended. */
	lostAt?: number;
}

/** An item that reached the node after the trigger. */
export interface Run {
	node: string;
	item: IDataObject;
	execution: Execution;
	at: number;
}

/** What another process or n8n's database has of it. */
export const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** One program that runs, e.g. `n8n start` or `n8n worker`. */
export interface Running extends Process {
	installed: Map<string, InstalledNode>;
}

interface Working {
	execution: Execution;
	running: Running;
	cancel: () => void;
}

/** The workflow in n8n's database, and how n8n runs it. */
export class StoredWorkflow {
	readonly runs: Run[] = [];
	/** How long the workflow takes after the trigger, until when it fails then, and until when n8n cannot create executions. */
	readonly weather = { workMs: 0, failsUntil: 0, refusesUntil: 0 };
	/** The address of n8n. */
	publicUrl = 'https://n8n.example/';
	readonly executions: Execution[] = [];
	/** Items that n8n could not start a run for, with their triggers. */
	readonly unstarted: Array<{ node: string; item: IDataObject }> = [];
	private staticData: string | undefined;
	private readonly working = new Map<string, Working>();

	readonly credentialsHelper: CredentialsHelper;

	constructor(
		/** The published version. */
		public nodes: TriggerNode[],
		/** What n8n reads from its database for every request. */
		readonly credential: typeof defaultCredentials & { id: string },
		readonly timezone: string,
	) {
		this.credentialsHelper = new CredentialsHelper(new AppointmentSchedulingApi(), credential);
	}

	get canCreate(): boolean {
		return currentTime() >= this.weather.refusesUntil;
	}

	get isWorking(): boolean {
		return this.working.size > 0;
	}

	/** @returns whether n8n can create an execution now */
	takes(node: string, data: INodeExecutionData[][]): boolean {
		const items = this.canCreate ? [] : data.flat();
		this.unstarted.push(...items.map(({ json }) => ({ node, item: json })));
		return this.canCreate;
	}

	/** What was started with such an item. */
	started(node: string, isMeant: (item: IDataObject) => boolean): Execution[] {
		return this.executions.filter(
			(execution) =>
				execution.node === node && execution.data.flat().some(({ json }) => isMeant(json)),
		);
	}

	workingIn(running: Running): number {
		return [...this.working.values()].filter((own) => own.running === running).length;
	}

	get storedBytes(): number {
		return this.staticData?.length ?? 0;
	}

	get stored(): IDataObject {
		return JSON.parse(this.staticData ?? '{}') as IDataObject;
	}

	/** n8n saves static data only if something has set it. */
	save(workflow: Workflow): void {
		if (workflow.staticData.__dataChanged !== true) return;
		this.staticData = JSON.stringify(workflow.staticData);
		workflow.staticData.__dataChanged = false;
	}

	startProcess(name: string): Running {
		const running: Running = { name, isDead: false, installed: new Map() };
		install(this, new Program(), running, async (id, items) => await this.work(id, items));
		return running;
	}

	create(
		node: string,
		mode: WorkflowExecuteMode,
		data: INodeExecutionData[][],
		failure?: Error,
	): Execution {
		const id = String(this.executions.length + 1);
		const createdAt = currentTime();
		const created = { id, node, mode, data, failure, createdAt, hasBegun: false };
		this.executions.push(created);
		return created;
	}

	/** @param onReply takes what the trigger sends to main */
	async execute(
		running: Running,
		execution: Execution,
		{ isEmpty = false, onReply }: { isEmpty?: boolean; onReply?: (reply: unknown) => void } = {},
	): Promise<IRun> {
		const { id, node } = execution;
		const installed = running.installed.get(node)!;
		const workflow = installed.workflow(isEmpty ? {} : this.stored, { active: true });
		const start = { ...execution, onReply };
		const engine = engineOf(installed, workflow, start, (run, newStaticData) => {
			if (!this.working.delete(id)) return;
			if (newStaticData) this.staticData = JSON.stringify(newStaticData);
			Object.assign(execution, { savedAt: currentTime(), status: run.status });
		});
		execution.hasBegun = true;
		const own = { execution, running, cancel: () => {} };
		this.working.set(id, own);
		const result = engine.processRunExecutionData(workflow);
		const canceled = new Promise<never>((_, reject) => {
			own.cancel = () => {
				result.cancel();
				reject(new Error('The execution was cancelled'));
			};
		});
		return await Promise.race([result, canceled]);
	}

	/** Somebody stops what runs. */
	cancel(): void {
		for (const { cancel } of this.working.values()) cancel();
	}

	/** The process ends without a chance to do anything. */
	kill(running: Running): void {
		running.isDead = true;
		for (const [id, own] of this.working) {
			if (own.running !== running) continue;
			this.working.delete(id);
			own.execution.lostAt = currentTime();
		}
	}

	/** The rest of the workflow, after the trigger. */
	private async work(id: string, items: INodeExecutionData[]): Promise<void> {
		const { execution } = this.working.get(id)!;
		const { workMs, failsUntil } = this.weather;
		for (const { json } of items) {
			const at = currentTime();
			this.runs.push({ node: execution.node, item: asJson(json), execution, at });
		}
		if (workMs > 0) await sleep(workMs);
		if (currentTime() < failsUntil) throw new Error('The workflow fails');
	}
}
