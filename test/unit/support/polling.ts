import './engine/environment';
import { randomUUID } from 'node:crypto';
import { PollContext } from 'n8n-core';
import {
	type INodeExecutionData,
	UnexpectedError,
	type Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { loaded, type NodeClass } from './engine/nodeTypes';
import { StoredWorkflow } from './engine/storedWorkflow';

export interface PollOptions {
	mode?: WorkflowExecuteMode;
	activation?: WorkflowActivateMode;
}

/** A workflow that starts with a polling trigger; its static data persists from poll to poll. */
export class PollingWorkflow extends StoredWorkflow {
	/** What n8n loaded at activation: all polls share it, and what it holds unsaved. */
	private workflow: Workflow | undefined;

	/** The real context of `poll()`, over the stored static data. */
	pollContext({
		workflow = this.load(),
		mode = 'trigger',
		activation = 'activate',
	}: PollOptions & { workflow?: Workflow } = {}): PollContext {
		return new PollContext(
			workflow,
			workflow.getNode(this.installed.node.name)!,
			this.installed.additionalData(),
			mode,
			activation,
		);
	}

	private async pollWith(context: PollContext): Promise<INodeExecutionData[] | undefined> {
		const { poll, description } = this.installed.nodeType;
		if (!poll) throw new UnexpectedError(`${description.name} has no poll()`);
		return (await poll.call(context))?.[0];
	}

	/** Activates the workflow: n8n polls once, and what that throws refuses the activation. */
	async activate(activation: WorkflowActivateMode = 'activate') {
		this.workflow = this.load();
		const items = await this.tick(activation);
		this.save(this.workflow);
		return items;
	}

	/** Starts n8n anew: only its database survives, and the node's code is the class given. */
	async restart(nodeClass?: NodeClass) {
		if (nodeClass) this.installed.nodeType = loaded(nodeClass);
		// What the process remembers is keyed by the id of the node, what n8n saves by its name.
		this.installed.workflowData.nodes[0]!.id = randomUUID();
		return await this.activate('init');
	}

	/**
	 * One poll of the active workflow: the items that start a run, or undefined when there is nothing
	 * new. n8n saves the static data only with items; until then it is kept in memory.
	 */
	async tick(
		activation: WorkflowActivateMode = 'activate',
	): Promise<INodeExecutionData[] | undefined> {
		this.workflow ??= this.load();
		const items = await this.pollWith(this.pollContext({ workflow: this.workflow, activation }));
		if (items) this.save(this.workflow);
		return items;
	}

	/** A test step in the editor: nothing of its static data is saved. */
	async pollManually(): Promise<INodeExecutionData[] | undefined> {
		const workflow = this.installed.workflow(this.staticData);
		return await this.pollWith(
			this.pollContext({ workflow, mode: 'manual', activation: 'manual' }),
		);
	}
}
