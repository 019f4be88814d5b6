import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpClient, HttpRequest, HttpResponse } from './http';

export interface Account {
	email: string;
	password: string;
	apiKey: string;
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

/** A session belongs to one browser. */
export const browserId = 'appointment-scheduling-tests';

/** Requests to one n8n as its owner. */
export class N8nSession {
	/** @param cookie of a session that goes on; n8n allows an owner few sign-ins a minute */
	constructor(
		private readonly http: HttpClient,
		private readonly url: string,
		private readonly account: Account,
		private cookie?: string,
	) {}

	/** Signs in if that has not happened yet; returns the session's cookie. */
	async session(): Promise<string> {
		return (this.cookie ??= await this.signIn());
	}

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
					cookie: await this.session(),
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

	/** A file that only the signed-in editor loads, such as `types/nodes.json`. */
	async file(path: string): Promise<HttpResponse> {
		const headers = { cookie: await this.session(), 'browser-id': browserId };
		return await this.request(`/${path}`, { headers });
	}

	/** Sends it again if n8n has lost its database for a moment. */
	private async request(path: string, options: HttpRequest): Promise<HttpResponse> {
		for (let tries = 0; ; tries += 1) {
			const answer = await this.http.request(`${this.url}${path}`, options);
			if (!hasNoDatabase(answer.status, answer.text) || tries === 60) return answer;
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

/** A busy n8n may lose its database for a moment. It then refuses every request before it does anything. */
export const hasNoDatabase = (status: number, text: string) =>
	status === 503 && text.includes('Database is not ready');

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
