import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type {
	ExecutionStatus,
	IDataObject,
	INodeCredentials,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
} from 'n8n-workflow';
import { hasEnded, type Execution } from './executions';
import type { HttpClient, HttpRequest, HttpResponse } from './http';
import { credentialType, type Workflow } from './workflows';

export interface Account {
	email: string;
	password: string;
	apiKey: string;
}

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

export interface PublicationStatus {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

export interface StoredWorkflow extends Workflow {
	id: string;
	active: boolean;
	versionId: string;
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

/** n8n refused a request; `words` are its own. */
export class N8nRefusal extends Error {
	override readonly name = 'N8nRefusal';

	constructor(
		request: string,
		readonly status: number,
		readonly words: string,
	) {
		super(`${request} was answered with ${status}: ${words}`);
	}
}

/** A trigger could not be activated; `message` holds what its node threw. */
export class ActivationRefusal extends Error {
	override readonly name = 'ActivationRefusal';
}

const browserId = randomUUID();
/** How long n8n may show the state before a change. */
const OUTDATED_MS = 15_000;

/** What the editor and n8n's public API do, for one n8n and its owner. */
export class N8nApi {
	private cookie: string | undefined;

	constructor(
		private readonly http: HttpClient,
		private readonly url: string,
		private readonly account: Account,
	) {}

	/** Makes the owner of a new n8n and a key for the public API. */
	static async setUp(http: HttpClient, url: string): Promise<Account> {
		const email = 'owner@appointments.example';
		const password = `Pw1${randomUUID()}`;
		const owner = await http.request(`${url}/rest/owner/setup`, {
			method: 'POST',
			headers: { 'browser-id': browserId },
			body: { email, password, firstName: 'Olivia', lastName: 'Owner' },
		});
		expectSuccess('POST /rest/owner/setup', owner);
		const headers = { cookie: cookieIn(owner), 'browser-id': browserId };
		const scopes = await http.request(`${url}/rest/api-keys/scopes`, { headers });
		const key = await http.request(`${url}/rest/api-keys`, {
			method: 'POST',
			headers,
			body: {
				label: 'harness',
				scopes: dataIn<string[]>('GET /rest/api-keys/scopes', scopes),
				expiresAt: null,
			},
		});
		const { rawApiKey } = dataIn<{ rawApiKey: string }>('POST /rest/api-keys', key);
		return { email, password, apiKey: rawApiKey };
	}

	/** A request to `/api/v1`, n8n's public API. */
	async public<T>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await this.request(`/api/v1${path}`, {
			method,
			body,
			headers: { 'x-n8n-api-key': this.account.apiKey },
		});
		expectSuccess(`${method} /api/v1${path}`, answer);
		return answer.json as T;
	}

	/** A request to `/rest`, which the editor uses, as the signed-in owner. */
	async rest<T>(method: string, path: string, options: HttpRequest = {}): Promise<T> {
		const send = async () =>
			await this.request(`/rest${path}`, {
				...options,
				method,
				headers: {
					cookie: (this.cookie ??= await this.signIn()),
					'browser-id': browserId,
					...options.headers,
				},
			});
		let answer = await send();
		if (answer.status === 401) {
			this.cookie = undefined;
			answer = await send();
		}
		return dataIn<T>(`${method} /rest${path}`, answer);
	}

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

	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		return await this.public('POST', '/workflows', workflow);
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

	/**
	 * The state of the triggers once n8n is done with what it was last told. A busy n8n may still
	 * show what was before, so this waits a while for what is wanted.
	 */
	async settled(
		id: string,
		wanted: 'published' | 'not_published' = 'published',
		timeoutMs = 120_000,
	): Promise<PublicationStatus> {
		const before = wanted === 'published' ? 'not_published' : 'published';
		const startedAt = Date.now();
		for (;;) {
			const status = await this.publicationStatus(id);
			const waited = Date.now() - startedAt;
			const isOutdated = status.status === before && waited < OUTDATED_MS;
			if (status.status !== 'in_progress' && !isOutdated) return status;
			if (waited > timeoutMs) {
				throw new Error(`The triggers of workflow ${id} were not settled after ${timeoutMs} ms`);
			}
			await delay(20);
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
			await delay(50);
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
			await delay(25);
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
		return await this.dynamic('resource-locator-results', request);
	}

	/** The entries of a drop-down that a node loads. */
	async loadOptions(request: DynamicParameters): Promise<INodePropertyOptions[]> {
		return await this.dynamic('options', request);
	}

	private async dynamic<T>(endpoint: string, request: DynamicParameters): Promise<T> {
		const { nodeType, methodName, path = 'parameters', parameters = {} } = request;
		return await this.rest('POST', `/dynamic-node-parameters/${endpoint}`, {
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

	private async published(id: string): Promise<void> {
		const { status, triggers } = await this.settled(id);
		if (status === 'published') return;
		const reasons = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
		throw new ActivationRefusal(reasons.join('; ') || `Workflow ${id} is ${status}`);
	}

	/** A busy n8n may lose its database for a moment. It then refuses every request before it does anything. */
	private async request(path: string, options: HttpRequest): Promise<HttpResponse> {
		for (let tries = 0; ; tries += 1) {
			const answer = await this.http.request(`${this.url}${path}`, options);
			const isBusy = answer.status === 503 && answer.text.includes('Database is not ready');
			if (!isBusy || tries === 60) return answer;
			await delay(500);
		}
	}

	private async signIn(): Promise<string> {
		const { email, password } = this.account;
		const answer = await this.request('/rest/login', {
			method: 'POST',
			headers: { 'browser-id': browserId },
			body: { emailOrLdapLoginId: email, password },
		});
		expectSuccess('POST /rest/login', answer);
		return cookieIn(answer);
	}
}

function cookieIn(answer: HttpResponse): string {
	return (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
}

function dataIn<T>(request: string, answer: HttpResponse): T {
	expectSuccess(request, answer);
	return (answer.json as { data: T } | undefined)?.data as T;
}

function expectSuccess(request: string, { status, json, text }: HttpResponse): void {
	if (status >= 200 && status <= 299) return;
	throw new N8nRefusal(request, status, messageIn(json) ?? text.slice(0, 2_000));
}

function messageIn(body: unknown): string | undefined {
	if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
	return String(body.message);
}
