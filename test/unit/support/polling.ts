import './engine/environment';
import { randomUUID } from 'node:crypto';
import { PollContext } from 'n8n-core';
import type {
	INodeExecutionData,
	INodeParameters,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { StoredWorkflow } from './engine/storedWorkflow';

/** A workflow that starts with a polling trigger; its static data persists from poll to poll. */
export class PollingWorkflow extends StoredWorkflow {
	/** What n8n loaded at activation: all polls share it, and what it holds unsaved. */
	private workflow: Workflow | undefined;
	private context: PollContext | undefined;

	/**
	 * The real context of `poll()`, over the stored static data. n8n's durable scheduler makes one for
	 * each poll, always in the mode `update`.
	 */
	pollContext(
		workflow = this.load(),
		mode: 'trigger' | 'manual' = 'trigger',
		activation: WorkflowActivateMode = 'update',
	): PollContext {
		const node = workflow.getNode(this.installed.node.name)!;
		return new PollContext(workflow, node, this.installed.additionalData(), mode, activation);
	}

	async poll(context: PollContext): Promise<INodeExecutionData[] | undefined> {
		return (await this.installed.nodeType.poll!.call(context))?.[0];
	}

	/**
	 * Activates the workflow, with other parameters if there are any: n8n polls once, and what that
	 * throws refuses the activation. All polls that follow have the same context.
	 * @param activation `activate` if it was not published before, `update` for another version
	 */
	async activate(parameters?: INodeParameters, activation: WorkflowActivateMode = 'activate') {
		if (parameters) this.installed.workflowData.nodes[0]!.parameters = parameters;
		this.workflow = this.load();
		this.context = this.pollContext(this.workflow, 'trigger', activation);
		const items = await this.tick();
		this.save(this.workflow);
		return items;
	}

	/** Starts n8n anew: only its database survives. */
	async restart() {
		// What the process remembers is keyed by the id of the node, what n8n saves by its name.
		this.installed.workflowData.nodes[0]!.id = randomUUID();
		return await this.activate(undefined, 'init');
	}

	/**
	 * One poll of the active workflow: the items that start a run, or undefined when there is nothing
	 * new. n8n saves the static data only with items; until then it is kept in memory.
	 */
	async tick(): Promise<INodeExecutionData[] | undefined> {
		this.workflow ??= this.load();
		this.context ??= this.pollContext(this.workflow, 'trigger', 'activate');
		const items = await this.poll(this.context);
		if (items) this.save(this.workflow);
		return items;
	}

	/** A test step in the editor: nothing of its static data is saved. */
	async pollManually(): Promise<INodeExecutionData[] | undefined> {
		const workflow = this.installed.workflow(this.staticData);
		return await this.poll(this.pollContext(workflow, 'manual'));
	}
}
