import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionStatus, IDataObject } from 'n8n-workflow';
import { eventually } from '../wait';
import { credentialType, type Workflow } from '../workflows';
import { hasEnded, type Execution } from './executions';
import { N8nRefusal, N8nSession } from './session';

export { hasNoDatabase, type Account } from './session';

interface ExecutionQuery {
	status?: ExecutionStatus;
	/** With all that the nodes gave out. */
	includeData?: boolean;
	limit?: number;
}

interface Publication {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: Array<{ errorMessage: string | null }>;
}

export interface StoredWorkflow extends Workflow {
	id: string;
	active: boolean;
}

/** What the editor and n8n's public API do, for one n8n and its owner. */
export class N8nApi extends N8nSession {
	async createCredential(
		data: IDataObject,
		{ type = credentialType, name = 'Appointments' } = {},
	): Promise<string> {
		// The public API of n8n before 2.21 demands fields that it then refuses.
		const { id } = await this.rest<{ id: string }>('POST', '/credentials', {
			body: { name, type, data },
		});
		return id;
	}

	/** What the editor shows after "Test" or "Save" in the credential's window. */
	async testCredential(data: IDataObject): Promise<{ status: 'OK' | 'Error'; message: string }> {
		// Before n8n 2 only a stored credential can be tested.
		const id = await this.createCredential(data);
		const credentials = { id, name: 'Appointments', type: credentialType, data };
		try {
			return await this.rest('POST', '/credentials/test', { body: { credentials } });
		} finally {
			await this.public('DELETE', `/credentials/${id}`);
		}
	}

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
	async updateWorkflow(id: string, workflow: Workflow): Promise<void> {
		const { active } = await this.public<StoredWorkflow>('PUT', `/workflows/${id}`, workflow);
		if (active) await this.reaches(id, 'published');
	}

	/** Returns once the triggers are registered; throws what a node threw if one was not. */
	async activate(id: string): Promise<void> {
		await this.public('POST', `/workflows/${id}/activate`);
		await this.reaches(id, 'published');
	}

	/** Returns once the triggers are gone. */
	async deactivate(id: string): Promise<void> {
		await this.public('POST', `/workflows/${id}/deactivate`);
		await this.reaches(id, 'not_published');
	}

	/** Deactivates and removes it. */
	async deleteWorkflow(id: string): Promise<void> {
		const { active } = await this.getWorkflow(id);
		if (active) await this.deactivate(id);
		await this.public('DELETE', `/workflows/${id}`);
	}

	/** Waits until n8n has done what it was asked last; throws if that had another end. */
	async reaches(id: string, wanted: 'published' | 'not_published'): Promise<void> {
		const before = wanted === 'published' ? 'not_published' : 'published';
		const { status, triggers } = await eventually(async () => {
			const publication = await this.publication(id);
			if (![before, 'in_progress'].includes(publication.status)) return publication;
			throw new Error(`Workflow ${id} is still ${publication.status}`);
		});
		if (status === wanted) return;
		const reasons = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
		throw new Error(reasons.join('; ') || `Workflow ${id} is ${status}`);
	}

	/**
	 * How far n8n is with a workflow's triggers. With N8N_USE_WORKFLOW_PUBLICATION_SERVICE=false it
	 * keeps no such record, and has done everything when it answers.
	 */
	private async publication(id: string): Promise<Publication> {
		try {
			return await this.rest('GET', `/workflows/${id}/publication-status`);
		} catch (error) {
			if (!(error instanceof N8nRefusal) || error.status !== 404) throw error;
			const { active } = await this.getWorkflow(id);
			return { status: active ? 'published' : 'not_published', triggers: [] };
		}
	}

	/** Newest first; without a status all but those that run at this moment. */
	async executions(
		workflowId: string,
		{ limit = Infinity, includeData = false, ...query }: ExecutionQuery = {},
	): Promise<Execution[]> {
		const found: Execution[] = [];
		const size = String(Math.min(limit, 250));
		const asked = { ...query, workflowId, limit: size, includeData: String(includeData) };
		let next: { cursor?: string } = {};
		do {
			const { data, nextCursor } = await this.public<{
				data: Execution[];
				nextCursor: string | null;
			}>('GET', `/executions?${new URLSearchParams({ ...asked, ...next })}`);
			found.push(...data);
			next = nextCursor ? { cursor: nextCursor } : {};
		} while (next.cursor && found.length < limit);
		return found;
	}

	async getExecution(id: string): Promise<Execution> {
		return await this.public('GET', `/executions/${id}?includeData=true`);
	}

	/** Waits until so many have ended, then for what else may come; never fewer, possibly more. */
	async waitForExecutions(workflowId: string, count: number, quietMs = 0): Promise<Execution[]> {
		await eventually(async () => {
			const ended = (await this.executions(workflowId)).filter(hasEnded).length;
			if (ended < count) throw new Error(`${ended} of ${count} executions of ${workflowId} ended`);
		});
		await sleep(quietMs);
		return await this.executions(workflowId, { includeData: true });
	}

	/** Waits for one execution to end. */
	async waitForExecution(id: string): Promise<Execution> {
		return await eventually(async () => {
			const execution = await this.getExecution(id);
			if (!hasEnded(execution)) throw new Error(`Execution ${id} has not ended`);
			return execution;
		});
	}

	/** "Execute workflow" from the named trigger, such as a Manual Trigger, to its end. */
	async runManually(workflowId: string, triggerName: string): Promise<Execution> {
		const { executionId } = await this.runFrom(workflowId, triggerName);
		return await this.waitForExecution(executionId);
	}

	/** "Listen for test event"; ends with the first event, or when it is deleted at n8n. */
	async listenForTest(workflowId: string, triggerName: string): Promise<void> {
		const { waitingForWebhook } = await this.runFrom(workflowId, triggerName);
		if (waitingForWebhook) return;
		throw new Error(`"${triggerName}" ran at once instead of listening for a test event`);
	}

	private async runFrom(
		workflowId: string,
		name: string,
	): Promise<{ executionId: string; waitingForWebhook?: boolean }> {
		return await this.rest('POST', `/workflows/${workflowId}/run`, {
			body: { triggerToStartFrom: { name } },
			headers: { 'push-ref': randomUUID() },
		});
	}
}
