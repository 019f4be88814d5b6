import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	IRun,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { ExecutionCancelledError, Workflow } from 'n8n-workflow';

import { AppointmentSchedulingApi } from '../../credentials/AppointmentSchedulingApi.credentials';
import { CredentialsHelper } from '../unit/support/editor/credentialsHelper';
import { additionalData } from '../unit/support/engine/additionalData';
import { engineOf } from '../unit/support/engine/execution';
import { newWorkflow, type InstalledNode } from '../unit/support/engine/installedNode';
import * as types from '../unit/support/engine/nodeTypes';
import { currentTime, sleep, type Process } from './clock';
import { Program } from './program';

/** A trigger in the workflow, as the user has set it. */
export interface TriggerNode {
	name: string;
	className: 'AppointmentSchedulingTrigger' | 'AppointmentSchedulingPollingTrigger';
	parameters: INodeParameters;
}

/** What n8n starts at once. */
export interface Execution {
	id: string;
	node: string;
	mode: WorkflowExecuteMode;
	/** What the trigger starts the workflow with. */
	data: INodeExecutionData[][];
	createdAt: number;
	hasBegun: boolean;
}

/** One program that runs, e.g. `n8n start` or `n8n worker`. */
export interface Running extends Process {
	installed: Map<string, InstalledNode>;
	/** The database is closed to what is not yet in it. */
	isStopping: boolean;
}

interface Working {
	running: Running;
	cancel: () => void;
}

/** The workflow in n8n's database, and how n8n runs it. */
export class StoredWorkflow {
	/** How long it takes after the trigger. */
	workMs = 0;
	readonly executions: Execution[] = [];
	/** When static data was last written. */
	savedAt = -Infinity;
	private staticData = '{}';
	private readonly working = new Map<Execution, Working>();
	private readonly credentialsHelper: CredentialsHelper;

	constructor(
		/** The published version. */
		public nodes: TriggerNode[],
		/** What n8n reads from its database for every request. */
		readonly credential: Record<string, string>,
		private readonly timezone: string,
	) {
		this.credentialsHelper = new CredentialsHelper(new AppointmentSchedulingApi(), credential);
	}

	get isWorking(): boolean {
		return this.working.size > 0;
	}

	get stored(): IDataObject {
		return JSON.parse(this.staticData) as IDataObject;
	}

	/** n8n saves static data only if something has set it. */
	save(workflow: Workflow): void {
		if (workflow.staticData.__dataChanged !== true) return;
		this.staticData = JSON.stringify(workflow.staticData);
		this.savedAt = currentTime();
		workflow.staticData.__dataChanged = false;
	}

	startProcess(): Running {
		const startedAt = currentTime();
		return { isDead: false, isStopping: false, startedAt, installed: this.install(new Program()) };
	}

	create(node: string, mode: WorkflowExecuteMode, data: INodeExecutionData[][]): Execution {
		const id = String(this.executions.length + 1);
		const createdAt = currentTime();
		const created = { id, node, mode, data, createdAt, hasBegun: false };
		this.executions.push(created);
		return created;
	}

	async execute(running: Running, execution: Execution): Promise<IRun> {
		const installed = running.installed.get(execution.node)!;
		const workflow = installed.workflow(this.stored, { active: true });
		const engine = engineOf(installed, workflow, execution, (_run, newStaticData) => {
			if (!this.working.delete(execution) || !newStaticData) return;
			this.staticData = JSON.stringify(newStaticData);
			this.savedAt = currentTime();
		});
		execution.hasBegun = true;
		const own = { running, cancel: () => {} };
		this.working.set(execution, own);
		const result = engine.processRunExecutionData(workflow);
		const canceled = new Promise<never>((_, reject) => {
			own.cancel = () => {
				result.cancel();
				reject(new (class extends (ExecutionCancelledError as unknown as typeof Error) {})());
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
		for (const [execution, own] of this.working) {
			if (own.running === running) this.working.delete(execution);
		}
	}

	/** The triggers in a process of n8n, with the parameters that are published now. */
	private install(program: Program): Running['installed'] {
		const { credentialsHelper } = this;
		const work = async () => await sleep(this.workMs);
		const end = types.passingOn(() => {});
		end.execute = async function (this: IExecuteFunctions) {
			await work();
			return [this.getInputData()];
		};
		const own = new Map(
			this.nodes.map(({ name, className }) => [name, types.loaded(program.node(className))]),
		);
		const nodeTypes = types.nodeTypes((type) =>
			type === types.noOpType
				? end
				: [...own.values()].find((one) => types.fullTypeName(one) === type),
		);
		const nodeOf = ({ name, parameters }: TriggerNode) => ({
			id: `id of ${name}`,
			name,
			type: types.fullTypeName(own.get(name)!),
			typeVersion: 1,
			position: [0, 0] as [number, number],
			webhookId: `path-of-${name}`,
			parameters,
			credentials: { appointmentSchedulingApi: { id: this.credential.id!, name: 'Account' } },
		});
		const workflowData = () => {
			const triggers = this.nodes.map(nodeOf);
			const last = {
				...triggers[0]!,
				id: 'end',
				name: 'End',
				type: types.noOpType,
				parameters: {},
			};
			const main = [[{ node: 'End', type: 'main' as const, index: 0 }]];
			return {
				...newWorkflow('workflow'),
				nodes: [...triggers, last],
				connections: Object.fromEntries(triggers.map(({ name }) => [name, { main }])),
				settings: { executionOrder: 'v1' as const, timezone: this.timezone },
			};
		};
		const node = (name: string) => nodeOf(this.nodes.find((one) => one.name === name)!);
		const installedAs = (name: string, nodeType: InstalledNode['nodeType']): InstalledNode => ({
			get node() {
				return node(name);
			},
			nodeType,
			nodeTypes,
			next: () => {},
			credentialsHelper,
			get workflowData() {
				return workflowData();
			},
			additionalData: () => additionalData({ credentialsHelper, workflowId: 'workflow' }),
			workflow: (staticData, { active = false } = {}) =>
				new Workflow({ ...structuredClone(workflowData()), active, nodeTypes, staticData }),
		});
		return new Map([...own].map(([name, nodeType]) => [name, installedAs(name, nodeType)]));
	}
}
