import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type {
	ExecutionStatus,
	IDataObject,
	INodeCredentials,
	INodeListSearchResult,
	INodeParameters,
} from 'n8n-workflow';
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

export interface Waiting {
	timeoutMs?: number;
	/** How long to go on looking for more once the number is reached. */
	quietMs?: number;
}

export interface TestedCredential {
	/** A stored credential; without it one is stored for the test. */
	id?: string;
	type?: string;
	name?: string;
}

export interface DynamicParameters {
	nodeType: string;
	methodName: string;
	/** The parameter in the node, e.g. `parameters.appointment`. */
	path?: string;
	parameters?: INodeParameters;
	credentials?: INodeCredentials;
	filter?: string;
	paginationToken?: string;
}

/** Between two questions: an n8n that is asked too often has no time for its work. */
const PAUSE_MS = 100;

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

	async deleteCredential(id: string): Promise<void> {
		await this.public('DELETE', `/credentials/${id}`);
	}

	/** What the editor shows after "Test" or "Save" in the credential's window. */
	async testCredential(
		data: IDataObject,
		{ id, type = credentialType, name = 'Appointments' }: TestedCredential = {},
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		// Before n8n 2 only a stored credential can be tested.
		const stored = id ?? (await this.createCredential(data, { type, name }));
		try {
			return await this.rest('POST', '/credentials/test', {
				body: { credentials: { id: stored, name, type, data } },
			});
		} finally {
			if (!id) await this.deleteCredential(stored);
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
	async waitForExecutions(
		workflowId: string,
		count: number,
		{ timeoutMs = 120_000, quietMs = 0 }: Waiting = {},
	): Promise<Execution[]> {
		const deadline = Date.now() + timeoutMs;
		const look = async () => (await this.executions(workflowId)).filter(hasEnded).length;
		for (let found = await look(); found < count; found = await look()) {
			if (Date.now() > deadline) {
				throw new Error(
					`${found} of ${count} executions of workflow ${workflowId} had ended after ${timeoutMs} ms`,
				);
			}
			await delay(PAUSE_MS);
		}
		await delay(quietMs);
		return await this.executions(workflowId, { includeData: true });
	}

	/** Waits for one execution to end. */
	async waitForExecution(id: string, timeoutMs = 120_000): Promise<Execution> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			const execution = await this.getExecution(id);
			if (hasEnded(execution)) return execution;
			if (Date.now() > deadline) {
				throw new Error(`Execution ${id} was still ${execution.status} after ${timeoutMs} ms`);
			}
			await delay(PAUSE_MS);
		}
	}

	/** Stops a running execution, as the editor's button does. */
	async stopExecution(id: string): Promise<void> {
		await this.public('POST', `/executions/${id}/stop`);
	}

	/** "Execute workflow" from the named trigger, such as a Manual Trigger, to its end. */
	async runManually(workflowId: string, triggerName: string): Promise<Execution> {
		const { executionId } = await this.rest<{ executionId: string }>(
			'POST',
			`/workflows/${workflowId}/run`,
			{
				body: { triggerToStartFrom: { name: triggerName } },
				headers: { 'push-ref': randomUUID() },
			},
		);
		return await this.waitForExecution(executionId);
	}

	/** "Listen for test event"; ends with the first event or with `cancelTest`. */
	async listenForTest(workflowId: string, triggerName: string): Promise<void> {
		const answer = await this.rest<{ waitingForWebhook?: boolean }>(
			'POST',
			`/workflows/${workflowId}/run`,
			{
				body: { triggerToStartFrom: { name: triggerName } },
				headers: { 'push-ref': randomUUID() },
			},
		);
		if (!answer.waitingForWebhook) {
			throw new Error(`"${triggerName}" ran at once instead of listening for a test event`);
		}
	}

	async cancelTest(workflowId: string): Promise<void> {
		await this.rest('DELETE', `/test-webhook/${workflowId}`);
	}

	/** The rows of a resource locator's "From List". */
	async listSearch(request: DynamicParameters): Promise<INodeListSearchResult> {
		const { nodeType, methodName, path = 'parameters', parameters = {} } = request;
		return await this.rest('POST', '/dynamic-node-parameters/resource-locator-results', {
			body: {
				path,
				methodName,
				nodeTypeAndVersion: { name: nodeType, version: 1 },
				currentNodeParameters: parameters,
				credentials: request.credentials,
				filter: request.filter,
				paginationToken: request.paginationToken,
			},
		});
	}
}
