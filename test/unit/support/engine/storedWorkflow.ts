import type { IDataObject, Workflow } from 'n8n-workflow';

import { installNode, type InstalledNode, type NodeOptions } from './installedNode';
import type { NodeClass } from './nodeTypes';

/** A workflow in n8n's database, static data included: all that outlives a call and a restart. */
export class StoredWorkflow {
	readonly installed: InstalledNode;

	private stored: string | undefined;

	constructor(nodeClass: NodeClass, options: NodeOptions = {}) {
		this.installed = installNode(nodeClass, options);
	}

	get staticData(): IDataObject {
		return JSON.parse(this.stored ?? '{}');
	}

	set staticData(data: IDataObject) {
		this.stored = JSON.stringify(data);
	}

	/** The node's own part of the static data. */
	get nodeStaticData(): IDataObject {
		return (this.staticData[`node:${this.installed.node.name}`] ?? {}) as IDataObject;
	}

	/** The workflow as n8n loads it for one call. */
	load(): Workflow {
		return this.installed.workflow(this.staticData, { active: true });
	}

	/** Saves the static data, but only if n8n would: when its change flag is set. */
	save(workflow: Workflow) {
		if (workflow.staticData.__dataChanged !== true) return;
		this.staticData = workflow.staticData;
		workflow.staticData.__dataChanged = false;
	}
}
