import { eventually } from '../wait';
import type { Workflow } from '../workflows';
import { N8nRefusal, N8nSession } from './session';

export interface PublicationStatus {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

export interface StoredWorkflow extends Workflow {
	id: string;
	active: boolean;
	versionId: string;
}

/** A trigger could not be activated; `message` holds what its node threw. */
export class ActivationRefusal extends Error {
	override readonly name = 'ActivationRefusal';
}

/** Workflows of one n8n, and how they are published. */
export class N8nWorkflows extends N8nSession {
	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		return await this.public('POST', '/workflows', workflow);
	}

	async workflows(): Promise<StoredWorkflow[]> {
		const { data } = await this.public<{ data: StoredWorkflow[] }>('GET', '/workflows');
		return data;
	}

	async getWorkflow(id: string): Promise<StoredWorkflow> {
		return await this.public('GET', `/workflows/${id}`);
	}

	/** Saves it; an active one is published again, and its triggers are up when this returns. */
	async updateWorkflow(id: string, workflow: Workflow): Promise<StoredWorkflow> {
		const { name, nodes, connections, settings, staticData } = workflow;
		const stored = await this.public<StoredWorkflow>('PUT', `/workflows/${id}`, {
			name,
			nodes,
			connections,
			settings,
			...(staticData ? { staticData } : {}),
		});
		if (stored.active) await this.published(id);
		return stored;
	}

	/** Returns once the triggers are registered; throws `ActivationRefusal` if one was not. */
	async activate(id: string): Promise<void> {
		try {
			await this.public('POST', `/workflows/${id}/activate`);
		} catch (error) {
			throw error instanceof N8nRefusal ? new ActivationRefusal(error.words) : error;
		}
		await this.published(id);
	}

	/** Returns once the triggers are gone. */
	async deactivate(id: string): Promise<void> {
		await this.public('POST', `/workflows/${id}/deactivate`);
		const { status } = await this.settled(id, 'not_published');
		if (status !== 'not_published') {
			throw new Error(`Workflow ${id} was deactivated, and is ${status} all the same`);
		}
	}

	/** Deactivates and removes it. */
	async deleteWorkflow(id: string): Promise<void> {
		const { active } = await this.getWorkflow(id);
		if (active) await this.deactivate(id);
		await this.public('DELETE', `/workflows/${id}`);
	}

	/**
	 * How far n8n is with a workflow's triggers. With N8N_USE_WORKFLOW_PUBLICATION_SERVICE=false it
	 * keeps no such record, and has done everything when it answers.
	 */
	async publicationStatus(id: string): Promise<PublicationStatus> {
		try {
			return await this.rest('GET', `/workflows/${id}/publication-status`);
		} catch (error) {
			if (!(error instanceof N8nRefusal) || error.status !== 404) throw error;
			const { active } = await this.getWorkflow(id);
			return { status: active ? 'published' : 'not_published', triggers: [] };
		}
	}

	/** The state of the triggers once n8n has done what it was asked last. */
	async settled(
		id: string,
		wanted: 'published' | 'not_published' = 'published',
	): Promise<PublicationStatus> {
		const before = wanted === 'published' ? 'not_published' : 'published';
		return await eventually(async () => {
			const publication = await this.publicationStatus(id);
			if (publication.status === 'in_progress' || publication.status === before) {
				throw new Error(`Workflow ${id} is still ${publication.status}`);
			}
			return publication;
		});
	}

	private async published(id: string): Promise<void> {
		const { status, triggers } = await this.settled(id);
		if (status === 'published') return;
		const reasons = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
		throw new ActivationRefusal(reasons.join('; ') || `Workflow ${id} is ${status}`);
	}
}
