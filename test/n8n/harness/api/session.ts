import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { request, type HttpRequest, type HttpResponse } from '../../../support/request';

export interface Account {
	email: string;
	password: string;
	apiKey: string;
}

/** n8n refused a request; the message has its reason. */
export class N8nRefusal extends Error {
	override readonly name = 'N8nRefusal';

	constructor(
		what: string,
		readonly status: number,
		reason: string,
	) {
		super(`${what} was answered with ${status}: ${reason}`);
	}
}

/** A session belongs to one browser. */
export const browserId = 'appointment-scheduling-tests';
const browser = { 'browser-id': browserId };

/** Requests to one n8n as its owner. */
export class N8nSession {
	/** @param cookie of a session that goes on; n8n allows an owner few sign-ins a minute */
	constructor(
		private readonly url: string,
		private readonly account: Account,
		private cookie?: string,
	) {}

	/** Makes the owner of a new n8n and a key for the public API. */
	static async setUp(url: string): Promise<Account> {
		const email = 'owner@appointments.example';
		const password = `Pw1${randomUUID()}`;
		const session = new N8nSession(url, { email, password, apiKey: '' });
		const owner = { email, password, firstName: 'Olivia', lastName: 'Owner' };
		session.cookie = cookieIn(await session.post('/rest/owner/setup', owner));
		const scopes = await session.rest<string[]>('GET', '/api-keys/scopes');
		const key = { label: 'harness', scopes, expiresAt: null };
		const { rawApiKey } = await session.rest<{ rawApiKey: string }>('POST', '/api-keys', {
			body: key,
		});
		return { email, password, apiKey: rawApiKey };
	}

	/** Signs in if that has not happened yet; returns the session's cookie. */
	async session(): Promise<string> {
		const { email, password } = this.account;
		const credentials = { emailOrLdapLoginId: email, password };
		return (this.cookie ??= cookieIn(await this.post('/rest/login', credentials)));
	}

	/** A request to `/api/v1`, n8n's public API. */
	async public<T>(method: string, path: string, body?: unknown): Promise<T> {
		const headers = { 'x-n8n-api-key': this.account.apiKey };
		return (await this.send(`/api/v1${path}`, { method, body, headers })).json as T;
	}

	/** A request to `/rest`, which the editor uses, as the signed-in owner. */
	async rest<T>(method: string, path: string, options: HttpRequest = {}): Promise<T> {
		const headers = { ...(await this.signedIn()), ...options.headers };
		const { json } = await this.send(`/rest${path}`, { ...options, method, headers });
		return (json as { data: T } | undefined)?.data as T;
	}

	/** A file that only the signed-in editor loads, such as `types/nodes.json`. */
	async file(path: string): Promise<HttpResponse> {
		return await request(`${this.url}/${path}`, { headers: await this.signedIn() });
	}

	private async signedIn() {
		return { cookie: await this.session(), ...browser };
	}

	private async post(path: string, body: object): Promise<HttpResponse> {
		return await this.send(path, { method: 'POST', headers: browser, body });
	}

	/** Sends it again if n8n has refused it for a reason of its own, which passes. */
	private async send(path: string, options: HttpRequest): Promise<HttpResponse> {
		for (let tries = 0; ; tries += 1) {
			const answer = await request(`${this.url}${path}`, options);
			const { status, text, json } = answer;
			if (status >= 200 && status <= 299) return answer;
			const mayPass = hasNoDatabase(status, text) ? tries < 60 : hasNoVerdict(text) && tries < 3;
			if (!mayPass) {
				const reason = (json as { message?: string } | undefined)?.message ?? text.slice(0, 2_000);
				throw new N8nRefusal(`${options.method} ${path}`, status, reason);
			}
			await delay(500);
		}
	}
}

/** A busy n8n may lose its database for a moment. It then refuses every request before it does anything. */
export const hasNoDatabase = (status: number, text: string) =>
	status === 503 && text.includes('Database is not ready');

/**
 * n8n's check of a workflow threw, which is no verdict. It was seen once in many thousand publications, for
 * a node of n8n whose parameters are right, under load.
 */
const hasNoVerdict = (text: string) => text.includes('Error validating node parameters');

function cookieIn({ headers }: HttpResponse): string {
	return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
}
