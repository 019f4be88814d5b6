import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';

import type { Answer } from '../stand-in/server/refusal';
import type { Account } from './account';
import { currentProcess, currentTime, SECOND, sleep } from './clock';

export type Fault = 'unavailable' | 'timeout' | 'broken' | 'slow' | 'busy';

/** A list of appointments that a trigger has read to its end. */
export interface Listed {
	node: string | undefined;
	account: Account;
	at: number;
	endedAt: number;
	/** Whether it shows as many appointments as it counts, and nothing came or went meanwhile. */
	isWhole: boolean;
}

interface Reading {
	list: Listed;
	count: number;
	pages: number;
	keys: Set<unknown>;
}

interface Page {
	count: number;
	results: Array<Record<string, unknown>>;
}

/** The accounts, where axios would open a connection. */
export class Network {
	/** By their hosts. */
	readonly accounts = new Map<string, Account>();
	fault: { is: Fault; until: number } | undefined;
	/** How long a request takes, and how old what it shows may be, at most. */
	readonly delays = { tookMs: 0, lagMs: 0 };
	readonly listed: Listed[] = [];
	private readonly reading = new Map<string | undefined, Reading>();

	async send(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
		const caller = currentProcess();
		const { host, pathname: path, search } = new URL(String(config.url));
		const account = this.accounts.get(host)!;
		const [half, query] = [(this.delays.tookMs * Math.random()) / 2, search.slice(1)];
		const begunAt = currentTime();
		await sleep(half);
		const failure = await this.fail(config);
		if (this.delays.lagMs > 0) {
			account.service.set({ lag: 1 + Math.floor(this.delays.lagMs * Math.random()) });
		}
		const authorization = String(config.headers.get('Authorization'));
		const request = {
			method: String(config.method).toUpperCase(),
			path,
			query,
			ignored: [],
			headers: { authorization, 'content-type': 'application/json' },
			body: typeof config.data === 'string' ? config.data : '',
		};
		const answer = failure ?? (await account.weather.answer(request));
		const { status, headers, body = '' } = answer;
		const shownAt = currentTime();
		await sleep(half);
		// A process that was killed meanwhile gets no response.
		if (caller?.isDead) await new Promise(() => undefined);
		if (request.method === 'GET' && status === 200 && path.includes('/appointments/')) {
			this.note(account, path, search, body, { node: caller?.node, begunAt, shownAt });
		}
		const date = new Date(shownAt).toUTCString();
		const all = { 'content-type': 'application/json', date, ...headers };
		return { status, statusText: '', data: body, headers: all, config };
	}

	/** Remembers what the API has shown. */
	private note(
		account: Account,
		path: string,
		search: string,
		body: unknown,
		read: { node: string | undefined; begunAt: number; shownAt: number },
	): void {
		const isList = path.endsWith('/appointments/');
		const page = isList ? (body as Page) : { count: 1, results: [body as Page['results'][0]] };
		for (const one of page.results) {
			const story = account.stories.find(({ key }) => key === one.appointment_key);
			story?.shown.add(JSON.stringify(one));
		}
		const query = new URLSearchParams(search);
		if (!isList || query.has('is_cancelled') || query.has('status')) return;
		const { node, begunAt, shownAt } = read;
		const isFirst = (query.get('page') ?? '1') === '1';
		const list = { node, account, at: begunAt, endedAt: shownAt, isWhole: true };
		const fresh = { list, count: page.count, pages: 0, keys: new Set() };
		const own = (isFirst ? undefined : this.reading.get(node)) ?? fresh;
		this.reading.set(node, own);
		own.pages += 1;
		for (const { appointment_key: key } of page.results) own.keys.add(key);
		own.list.endedAt = currentTime();
		own.list.isWhole &&= page.count === own.count && !account.service.settings.blind;
		if (own.keys.size >= own.count) {
			this.reading.delete(node);
			this.listed.push(own.list);
		}
	}

	/** Undefined if it is only slow, or there is no fault. */
	private async fail(config: InternalAxiosRequestConfig): Promise<Answer | undefined> {
		const { is, until } = this.fault ?? { until: 0 };
		if (currentTime() >= until) return undefined;
		if (is === 'slow') return await sleep(4 * SECOND).then(() => undefined);
		if (is === 'timeout') {
			await sleep(config.timeout ?? 30 * SECOND);
			throw new AxiosError('timeout exceeded', 'ECONNABORTED', config);
		}
		const body = { detail: 'No.' };
		if (is === 'busy') return { status: 429, body, headers: { 'retry-after': '5' } };
		return { status: is === 'broken' ? 500 : 503, body };
	}
}
