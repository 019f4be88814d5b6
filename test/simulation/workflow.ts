import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	deepCopy,
	type ExecutionError,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type IRun,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { AppointmentSchedulingApi } from '../../credentials/AppointmentSchedulingApi.credentials';
import { CredentialsHelper } from '../unit/support/editor/credentialsHelper';
import { forExecution } from '../unit/support/engine/additionalData';
import { defaultCredentials, type InstalledNode } from '../unit/support/engine/installedNode';
import { loaded } from '../unit/support/engine/nodeTypes';
import { currentTime, sleep, type Process } from './clock';
import { install } from './installed';
import { Program } from './program';

export const WEBHOOK = 'AppointmentSchedulingTrigger';
export const POLLING = 'AppointmentSchedulingPollingTrigger';

/** A trigger in the workflow, as the user has set it. */
export interface TriggerNode {
	name: string;
	className: typeof WEBHOOK | typeof POLLING;
	parameters: INodeParameters;
}

export interface Credential {
	id: string;
	baseUrl: string;
	accessToken: string;
	timezone: string;
}

/** What reached the node after the trigger, and how that ended. */
export interface Run {
	node: string;
	item: IDataObject;
	/** Of what n8n starts at once. */
	execution: string;
	at: number;
	/** When n8n had saved that it has ended. */
	savedAt?: number;
	status?: IRun['status'];
	/** A Code node has written static data, so n8n may save an older copy of it. */
	hasCodeNode: boolean;
	/** n8n was killed before. */
	isLost: boolean;
}

/** What can happen to executions. */
export interface Weather {
	/** How long the workflow takes after the trigger, in ms. */
	workMs: number;
	/** Whether a Code node after the trigger writes static data. */
	hasCodeNode: boolean;
	/** Until then, the workflow fails after the trigger. */
	failsUntil: number;
	/** Until then, n8n cannot create executions. */
	refusesUntil: number;
}

/** One program that runs, e.g. `n8n start` or `n8n worker`. */
export interface Running extends Process {
	installed: Map<string, InstalledNode>;
}

/** The workflow in n8n's database, and how n8n runs it. */
export class StoredWorkflow {
	readonly runs: Run[] = [];
	readonly weather: Weather = { workMs: 0, hasCodeNode: false, failsUntil: 0, refusesUntil: 0 };
	/** The address of n8n. */
	publicUrl = 'https://n8n.example/';
	/** Items of polls that n8n could not start a run for. */
	lostItems = 0;
	private staticData: string | undefined;
	private executions = 0;
	private chosen!: Credential;
	private readonly working = new Map<
		string,
		{ name: string; workflow: Workflow; running: Running }
	>();

	/** What n8n reads from its database for every request. */
	private readonly credentialData = { ...defaultCredentials };
	readonly credentialsHelper = new CredentialsHelper(
		new AppointmentSchedulingApi(),
		this.credentialData,
	);

	constructor(
		/** The published version. */
		public nodes: TriggerNode[],
		credential: Credential,
		readonly timezone: string,
	) {
		this.credential = credential;
	}

	get credential(): Credential {
		return this.chosen;
	}

	set credential(credential: Credential) {
		this.chosen = credential;
		Object.assign(this.credentialData, credential);
	}

	get canCreate(): boolean {
		return currentTime() >= this.weather.refusesUntil;
	}

	get isWorking(): boolean {
		return this.working.size > 0;
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
		const program = new Program();
		const running: Running = { name, isDead: false, installed: new Map() };
		const work = async (id: string, items: INodeExecutionData[]) => await this.work(id, items);
		for (const node of this.nodes) {
			const nodeType = loaded(program.node(node.className));
			running.installed.set(node.name, install(this, node, nodeType, running, work));
		}
		return running;
	}

	/** @param data what reaches the trigger; @param onResponse takes what it sends to main */
	async execute(
		running: Running,
		name: string,
		mode: WorkflowExecuteMode,
		data: INodeExecutionData[][],
		options: { failure?: Error; isWorker?: boolean; onResponse?: (reply: unknown) => void } = {},
	): Promise<IRun> {
		const { failure, isWorker, onResponse = () => {} } = options;
		const installed = running.installed.get(name)!;
		this.executions += 1;
		const id = String(this.executions);
		const workflow = installed.workflow(isWorker ? {} : this.stored, { active: true });
		const node = workflow.getNode(name)!;
		const additional = forExecution(installed.additionalData(), mode, id, installed.workflowData);
		additional.hooks.addHandler('sendResponse', (reply) => onResponse(reply));
		additional.hooks.addHandler('workflowExecuteAfter', async (run, newStaticData) => {
			this.working.delete(id);
			if (newStaticData) this.staticData = JSON.stringify(newStaticData);
			for (const own of this.runs.filter(({ execution }) => execution === id)) {
				Object.assign(own, { savedAt: currentTime(), status: run.status });
			}
		});
		this.working.set(id, { name, workflow, running });
		const error = failure && ({ ...failure, message: failure.message } as ExecutionError);
		const runData = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main: data }, source: null }] },
			...(error && { resultData: { runData: {}, lastNodeExecuted: name, error } }),
		});
		return await new WorkflowExecute(additional, mode, runData).processRunExecutionData(workflow);
	}

	/** The process ends without a chance to do anything. */
	kill(running: Running): void {
		running.isDead = true;
		for (const [id, own] of this.working) {
			if (own.running !== running) continue;
			this.working.delete(id);
			for (const run of this.runs) {
				if (run.execution === id && run.savedAt === undefined) run.isLost = true;
			}
		}
	}

	/** The rest of the workflow, after the trigger. */
	private async work(id: string, items: INodeExecutionData[]): Promise<void> {
		const { name, workflow } = this.working.get(id)!;
		const { workMs, hasCodeNode, failsUntil } = this.weather;
		for (const { json } of items) {
			const item = JSON.parse(JSON.stringify(json)) as IDataObject;
			const at = currentTime();
			this.runs.push({ node: name, item, execution: id, at, hasCodeNode, isLost: false });
		}
		if (hasCodeNode) {
			const copy = JSON.parse(JSON.stringify(deepCopy(workflow.staticData))) as IDataObject;
			const { global } = copy as { global?: IDataObject };
			const counted = { ...global, counted: this.runs.length };
			workflow.overrideStaticData({ ...copy, global: counted });
		}
		if (workMs > 0) await sleep(workMs);
		if (currentTime() < failsUntil) throw new Error('The workflow fails');
	}
}
