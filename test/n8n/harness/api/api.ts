import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionStatus, IDataObject } from 'n8n-workflow';
import { eventually } from '../wait';
import { credentialType } from '../workflows';
import { hasEnded, type Execution } from './executions';
import { N8nWorkflows } from './workflows';

export { hasNoDatabase, N8nRefusal, type Account } from './session';
export { ActivationRefusal, type PublicationStatus, type StoredWorkflow } from './workflows';

export interface ExecutionQuery {
	status?: ExecutionStatus;
	/** With all that the nodes gave out. */
	includeData?: boolean;
	limit?: number;
}

/** What the editor and n8n's public API do, for one n8n and its owner. */
export class N8nApi extends N8nWorkflows {
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

	/** "Save" in the window of a credential, with other values. */
	async editCredential(id: string, data: IDataObject): Promise<void> {
		const body = { id, name: 'Appointments', type: credentialType, data };
		await this.rest('PATCH', `/credentials/${id}`, { body });
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

	/** Newest first; without a status all but those that run at this moment. */
	async executions(
		workflowId: string,
		{ status, includeData = false, limit = Infinity }: ExecutionQuery = {},
	): Promise<Execution[]> {
		const found: Execution[] = [];
		let cursor: string | null = null;
		do {
			const query: URLSearchParams = new URLSearchParams({
				workflowId,
				limit: String(Math.min(limit, 250)),
				includeData: String(includeData),
			});
			if (status) query.set('status', status);
			if (cursor) query.set('cursor', cursor);
			const page: { data: Execution[]; nextCursor: string | null } = await this.public(
				'GET',
				`/executions?${query}`,
			);
			for (const execution of page.data) found.push(execution);
			cursor = page.nextCursor;
		} while (cursor && found.length < limit);
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

	/** Stops a running execution, as the editor's button does. */
	async stopExecution(id: string): Promise<void> {
		await this.public('POST', `/executions/${id}/stop`);
	}

	/** "Execute workflow" from the named trigger, such as a Manual Trigger, to its end. */
	async runManually(workflowId: string, triggerName: string): Promise<Execution> {
		const { executionId } = await this.runFrom(workflowId, triggerName);
		return await this.waitForExecution(executionId);
	}

	/** "Listen for test event"; ends with the first event or with `cancelTest`. */
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

	async cancelTest(workflowId: string): Promise<void> {
		await this.rest('DELETE', `/test-webhook/${workflowId}`);
	}
}
